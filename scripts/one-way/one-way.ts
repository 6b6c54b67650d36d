// Actions with a single implementation (ARCHITECTURE.md): changing something from a screen, storing something on a device,
// sending events.

/** An action, and the only files that may implement it directly. */
interface Way {
  /** What other code must use instead; part of the message. */
  instead: string
  /** The sources that are searched. */
  within: RegExp
  found: RegExp
  /** Path and reason; a path that ends in "/" is a folder. */
  only: Readonly<Record<string, string>>
}

const OUTBOX_ACTION = 'a small action of the outbox: what it sends may wait for a network (0058)'

const WAYS: Readonly<Record<string, Way>> = {
  submit: {
    instead: 'useSubmit (packages/web/src/submit)',
    within: /^(?:apps\/(?:staff|desk|intranet)|packages)\//,
    found: /\buseMutation\b/,
    only: {
      'packages/web/src/submit/use-submit.ts': 'the runner itself',
      'apps/staff/src/knowledge/article/feedback.tsx': OUTBOX_ACTION,
      'apps/staff/src/knowledge/search/suggestion-dialog.tsx': OUTBOX_ACTION,
    },
  },
  database: {
    instead: 'makeLocalDb (packages/web/src/local-db.ts)',
    within: /^(?:apps\/(?:staff|desk|intranet)|packages)\//,
    found: /\bindexedDB\b|from 'idb/,
    only: {
      'packages/web/src/local-db.connection.ts': 'the connection itself',
      'packages/web/src/outbox/take-over.ts': 'looks which databases a release before has left',
    },
  },
  keeping: {
    instead: 'a kind of the outbox (packages/web/src/outbox) or `kept` of a feature',
    within: /^(?:apps\/(?:staff|desk|intranet)|packages)\//,
    found: /\bmakeLocalDb\b/,
    only: {
      'packages/web/src/local-db.ts': 'makes it',
      'packages/web/src/outbox/': 'what waits to be sent, and what a release before left waiting',
      'packages/web/src/push/push-owner.ts': 'whose push the worker may show',
      'packages/web/src/kept/kept-answers.ts': 'answers that stay on the device',
      'apps/staff/src/tickets/fetch-tickets.ts': 'when tickets were last fetched ahead',
      'apps/staff/src/app/forget-user.ts': 'forgets all of it',
    },
  },
  locks: {
    instead: 'packages/web/src/locks.ts',
    within: /^(?:apps\/(?:staff|desk|intranet)|packages)\//,
    found: /\bnavigator\.locks\b/,
    only: { 'packages/web/src/locks.ts': 'asks for them' },
  },
  ids: {
    instead: 'uuid (packages/contract/src/fields/uuid.ts): a page on plain http has no other',
    within: /^(?:apps\/(?:staff|desk|intranet)|packages\/(?:contract|ui|web))\//,
    found: /\brandomUUID\b/,
    only: {},
  },
}

export interface Source {
  path: string
  text: string
}

const isOf = (path: string, place: string): boolean =>
  place.endsWith('/') ? path.startsWith(place) : path === place

/** Returns the lines that are not comments. */
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))

/** Returns files that bypass the single implementation, and exceptions that are no longer needed. */
export const byHand = (sources: readonly Source[], ways: Readonly<Record<string, Way>> = WAYS): string[] =>
  Object.values(ways).flatMap(({ instead, within, found, only }) => {
    const doing = sources
      .filter(({ path, text }) => within.test(path) && linesOf(text).some((line) => found.test(line)))
      .map(({ path }) => path)
    const places = Object.keys(only)
    return [
      ...doing
        .filter((path) => !places.some((place) => isOf(path, place)))
        .map((path) => `${path}: ${found.source} — вместо него ${instead}`),
      ...places
        .filter((place) => !doing.some((path) => isOf(path, place)))
        .map((place) => `${place}: исключение больше не нужно`),
    ]
  })

/** Code that transports events of any kind. An event takes only two files because none of these has to name it. */
const CARRIERS =
  /^(?:apps\/server\/src\/(?:live|tickets\/live)|packages\/web\/src\/live|packages\/contract\/src\/openapi)\//

/** Event names that this code does contain, and why. */
const KNOWN: Readonly<Record<string, { names: readonly string[]; why: string }>> = {
  'apps/server/src/live/live-stream.ts': { names: ['end'], why: 'ends every stream' },
  'packages/web/src/live/follow.ts': { names: ['end'], why: 'every stream ends with it' },
  'apps/server/src/tickets/live/hub.ts': { names: ['unread'], why: 'a count of the reader, never written' },
  'apps/server/src/tickets/live/desk.hub.ts': {
    names: ['counts'],
    why: 'a count of the reader, never written',
  },
  'apps/server/src/tickets/live/presence.routes.ts': {
    names: ['presence', 'typing'],
    why: 'it happens here',
  },
  'apps/server/src/tickets/live/restaurant-news.sql.ts': {
    names: ['shift', 'typing'],
    why: 'a server of the release before tells them without a name',
  },
  'apps/server/src/tickets/live/kinds.ts': { names: ['ticket', 'message', 'note'], why: 'differ by reader' },
  'apps/server/src/tickets/live/events.sql.ts': {
    names: ['ticket', 'message', 'note'],
    why: 'refer to rows instead of carrying data',
  },
}

/** Returns event names in the transporting code, except those of {@link KNOWN}. */
export const eventsInCarriers = (
  sources: readonly Source[],
  names: readonly string[],
  known = KNOWN,
): string[] =>
  sources
    .filter(({ path }) => CARRIERS.test(path))
    .flatMap(({ path, text }) => {
      const code = linesOf(text).join('\n')
      const spelled = names.filter((name) => new RegExp(`'${name}'|^ {2}${name}: \\{$`, 'm').test(code))
      const expected = known[path]?.names ?? []
      return [
        ...spelled
          .filter((name) => !expected.includes(name))
          .map((name) => `${path}: событие «${name}» — только в своей таблице и там, где происходит`),
        ...expected
          .filter((name) => !spelled.includes(name))
          .map((name) => `${path}: исключение «${name}» больше не нужно`),
      ]
    })
