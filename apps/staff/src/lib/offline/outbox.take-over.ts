import type { OutboxItem } from '@podmoga/web/outbox/item'
import { renewalOf } from '@podmoga/web/outbox/recorded-request.shapes'
import type { OutboxDb } from '@podmoga/web/outbox/store'
import { forgetSources, type Source, takeOver } from '@podmoga/web/outbox/take-over'

/** A reply or a new ticket as stored by releases before the common outbox. */
interface OldOutgoing {
  id: string
  ticketId: string | null
  about?: Record<string, string>
  key: string
  text: string
  files: readonly File[]
  created_at: string
  state: OutboxItem['state']
  problem: string | null
  fields?: Record<string, string>
}

/** An action kept while offline, as stored by those releases. */
interface OldAction {
  kind: string
  key: string
  data: unknown
  at: number
  problem?: string
}

const scopeOf = (name: string): string => name.split('/').slice(0, 2).join('/')
const UNSENT = { sent_bytes: 0, total_bytes: 0, receipt: null } as const

const fromOutgoing = ({ ticketId, about = {}, text, fields, ...kept }: OldOutgoing): OutboxItem => ({
  id: kept.id,
  key: kept.key,
  files: kept.files,
  created_at: kept.created_at,
  state: kept.state,
  problem: kept.problem,
  ...(fields && { fields }),
  ...UNSENT,
  ...(ticketId === null
    ? { kind: 'ticket', queue: 'new', data: { about, text }, resend: 'while_key_lives' }
    : { kind: 'reply', queue: ticketId, data: { ticketId, text }, resend: 'never' }),
})

const fromAction = ({ kind, key, data, at, problem }: OldAction): OutboxItem => ({
  id: `${kind}/${key}`,
  kind,
  queue: 'actions',
  // The key under which the worker stored its request.
  key: String(at),
  data,
  files: [],
  created_at: new Date(at).toISOString(),
  state: problem === undefined ? 'waiting' : 'failed',
  resend: kind === 'handover' ? 'while_key_lives' : 'always',
  problem: problem ?? null,
  ...UNSENT,
})

const LOCAL = { database: 'podmoga', stores: ['drafts', 'outbox'] } as const
const SYNC = { database: 'podmoga-sync', stores: ['ways', 'requests'] } as const

/** Databases of releases before the common outbox. */
const OLD_DATABASES: readonly Source[] = [
  {
    ...LOCAL,
    from: 'drafts',
    // `mark` tells a tab of that release that its storage was not wiped, so it stays.
    convert: (key, value) => (key === 'mark' ? null : { store: 'drafts', key, value }),
  },
  {
    ...LOCAL,
    from: 'outbox',
    lockOf: (key, { ticketId }: OldOutgoing) => `outbox ${scopeOf(key)}/${ticketId ?? 'new'}`,
    convert: (key, item: OldOutgoing) => ({ store: 'outbox', key, value: fromOutgoing(item) }),
  },
  {
    database: 'podmoga-said',
    stores: ['said'],
    from: 'said',
    lockOf: (key) => `said ${scopeOf(key)}/`,
    convert: (key, action: OldAction) => ({ store: 'outbox', key, value: fromAction(action) }),
  },
  { ...SYNC, from: 'requests', convert: (key, value) => ({ store: 'requests', key, value }) },
  {
    ...SYNC,
    from: 'ways',
    convert: (person, value) => ({ store: 'renewals', key: renewalOf(person), value }),
  },
]

/** Moves the unsent items of releases before the common outbox into it. */
export const takeOverStaff = (db: OutboxDb): Promise<void> => takeOver(db, OLD_DATABASES)

/** Deletes a user's items that could not be moved. */
export const forgetOldDatabases = (person: string): Promise<boolean> => forgetSources(OLD_DATABASES, person)
