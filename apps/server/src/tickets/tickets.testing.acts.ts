import type { Call } from '@podmoga/contract/client'
import { type BulkAct, changeMany } from '@podmoga/contract/desk/bulk'
import { addNote } from '@podmoga/contract/desk/notes'
import {
  draftArticle,
  followUp,
  linkTicket,
  mergeTicket,
  splitTicket,
  unlinkTicket,
  unmergeTicket,
} from '@podmoga/contract/desk/relations'
import { closeTicket, reopenTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { assignTicket, editTicket, snoozeTicket, takeNext, tellPresence } from '@podmoga/contract/desk/work'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'

/** A customer's ticket with two messages, and another ticket of the restaurant. */
export interface Scene {
  ticket: string
  beside: string
  /** A ticket merged into `ticket`, where one of the acts needs that. */
  twin: string
  /** The second message; the newest one that both agents have seen. */
  message: string
  seen: string
  /** No other ticket has it. */
  topic: string
  until: string
}

type Who = 'one' | 'two'

export interface Doing {
  call: Call
  who: Who
  /** The ids of both agents. */
  ids: Record<Who, string>
  word: string
}

/** What earlier acts have made of a scene, as far as it may make another act fail. */
export interface State {
  isClosed: boolean
  isBesideClosed: boolean
  /** The ticket was merged into the other one, or the other one into it. */
  joined: 'into' | 'back' | null
  assignee: Who | null
  hasTwin: boolean
  hasTag: boolean
  isSplit: boolean
  isSnoozed: boolean
  isAnswered: boolean
  /** Who has written to the customer since both agents looked. */
  wrote: readonly Who[]
}

interface Act {
  /** The call that it makes. */
  of: EndpointDeclaration
  /** A precondition without which the act makes no sense. */
  needs?: 'closed' | 'twin' | 'link'
  /** Returns the fate, if the call itself reports one. */
  run: (scene: Scene, doing: Doing) => Promise<unknown>
  /** The expected outcome: `ok`, a refusal's code or a fate; changes the state. */
  expect: (state: State, who: Who) => string
}

const OTHER: Record<Who, Who> = { one: 'two', two: 'one' }
const at = ({ ticket }: Scene) => ({ params: { ticketId: ticket } })

/** Only while the ticket is open. */
const whileOpen =
  (then: (state: State, who: Who) => string | undefined): Act['expect'] =>
  (state, who) =>
    state.isClosed ? 'ticket_closed' : (then(state, who) ?? 'ok')
const onceClosed: Act['expect'] = ({ isClosed }) => (isClosed ? 'ok' : 'ticket_open')
const always: Act['expect'] = () => 'ok'

const give = (to: (who: Who) => Who) =>
  whileOpen((state, who) => {
    if (state.assignee !== null) return 'assigned_meanwhile'
    state.assignee = to(who)
    return 'ok'
  })
const answering = (state: State, who: Who) => {
  state.wrote = [...state.wrote, who]
  state.isAnswered = true
  return 'ok'
}
const shut = (state: State) => {
  state.isClosed = true
  return 'ok'
}
const join =
  (way: 'into' | 'back'): Act['expect'] =>
  (state) => {
    if (state.joined !== null) return state.joined === way ? 'ok' : 'merged_already'
    state.joined = way
    // Closed only if both are.
    state.isClosed &&= state.isBesideClosed
    return 'ok'
  }
const many =
  (act: (who: Who, ids: Doing['ids']) => BulkAct): Act['run'] =>
  async ({ ticket, beside }, { call, who, ids }) =>
    (await call(changeMany, { body: { tickets: [beside, ticket], act: act(who, ids) } })).results.find(
      ({ id }) => id === ticket,
    )?.fate
/** A merged ticket cannot be picked in a queue. */
const unlessGone =
  (then: Act['expect']): Act['expect'] =>
  (state, who) =>
    state.joined === 'into' ? 'not_found' : then(state, who)

/** Everything that an agent may do to a ticket. */
export const ACTS: Readonly<Record<string, Act>> = {
  take: {
    of: assignTicket,
    run: (scene, { call }) => call(assignTicket, { ...at(scene), body: { from: null } }),
    expect: give((who) => who),
  },
  lay_down: {
    of: assignTicket,
    run: (scene, { call }) => call(assignTicket, { ...at(scene), body: { assignee: null } }),
    expect: whileOpen((state) => {
      state.assignee = null
      return 'ok'
    }),
  },
  hand_over: {
    of: assignTicket,
    run: (scene, { call, who, ids, word }) =>
      call(assignTicket, { ...at(scene), body: { assignee: ids[OTHER[who]], from: null, word } }),
    expect: give((who) => OTHER[who]),
  },
  next: {
    of: takeNext,
    run: async ({ topic, ticket }, { call }) => {
      const { id } = await call(takeNext, { body: { topic } })
      return id === ticket ? 'ok' : String(id)
    },
    expect: (state, who) => {
      const waits = !state.isClosed && !state.isAnswered && !state.isSnoozed && state.assignee === null
      if (!waits || state.joined === 'into') return 'null'
      state.assignee = who
      return 'ok'
    },
  },
  reply: {
    of: sendDeskReply,
    run: (scene, { call, word }) =>
      call(sendDeskReply, { ...at(scene), form: { text: word, seen: scene.seen } }),
    expect: whileOpen((state, who) =>
      // The message that both saw was split off to another ticket, where nothing was written after it.
      state.wrote.includes(OTHER[who]) && !state.isSplit ? 'unseen_message' : answering(state, who),
    ),
  },
  reply_and_close: {
    of: sendDeskReply,
    run: (scene, { call, word }) =>
      call(sendDeskReply, { ...at(scene), form: { text: word, close: 'true' } }),
    expect: whileOpen((state, who) => answering(state, who) && shut(state)),
  },
  close: {
    of: closeTicket,
    run: (scene, { call }) => call(closeTicket, at(scene)),
    expect: whileOpen(shut),
  },
  reopen: {
    of: reopenTicket,
    needs: 'closed',
    run: (scene, { call }) => call(reopenTicket, at(scene)),
    expect: (state) => {
      if (!state.isClosed) return 'ticket_open'
      state.isClosed = false
      return 'ok'
    },
  },
  edit: {
    of: editTicket,
    run: (scene, { call }) =>
      call(editTicket, { ...at(scene), body: { priority: 'high', tags: ['касса'], tags_were: [] } }),
    expect: (state) => {
      state.hasTag = true
      return 'ok'
    },
  },
  snooze: {
    of: snoozeTicket,
    run: (scene, { call }) => call(snoozeTicket, { ...at(scene), body: { until: scene.until } }),
    expect: whileOpen((state) => {
      state.isSnoozed = true
      return 'ok'
    }),
  },
  note: {
    of: addNote,
    run: (scene, { call, word }) => call(addNote, { ...at(scene), form: { text: word } }),
    expect: always,
  },
  presence: {
    of: tellPresence,
    run: (scene, { call }) => call(tellPresence, { ...at(scene), body: { doing: 'answering' } }),
    expect: always,
  },
  split: {
    of: splitTicket,
    run: (scene, { call }) => call(splitTicket, { ...at(scene), body: { message: scene.message } }),
    expect: (state) => {
      if (state.isSplit) return 'not_found'
      state.isSplit = true
      return 'ok'
    },
  },
  merge: {
    of: mergeTicket,
    run: (scene, { call }) => call(mergeTicket, { ...at(scene), body: { into: scene.beside } }),
    expect: join('into'),
  },
  merge_back: {
    of: mergeTicket,
    run: ({ ticket, beside }, { call }) =>
      call(mergeTicket, { params: { ticketId: beside }, body: { into: ticket } }),
    expect: join('back'),
  },
  take_apart: {
    of: unmergeTicket,
    needs: 'twin',
    run: ({ twin }, { call }) => call(unmergeTicket, { params: { ticketId: twin } }),
    expect: (state) => {
      if (!state.hasTwin) return 'not_merged'
      if (state.joined === 'into' || state.wrote.length > 0) return 'merge_settled'
      state.hasTwin = false
      return 'ok'
    },
  },
  link: {
    of: linkTicket,
    run: (scene, { call }) => call(linkTicket, { ...at(scene), body: { to: scene.beside } }),
    expect: ({ joined }) => (joined === null ? 'ok' : 'invalid'),
  },
  unlink: {
    of: unlinkTicket,
    needs: 'link',
    run: (scene, { call }) => call(unlinkTicket, { ...at(scene), body: { to: scene.beside } }),
    expect: ({ joined }) => (joined === null ? 'ok' : 'invalid'),
  },
  follow_up: {
    of: followUp,
    needs: 'closed',
    run: (scene, { call, word }) => call(followUp, { ...at(scene), body: { text: word } }),
    expect: onceClosed,
  },
  article: {
    of: draftArticle,
    needs: 'closed',
    run: (scene, { call }) => call(draftArticle, { ...at(scene), body: {} }),
    expect: onceClosed,
  },
  many_close: {
    of: changeMany,
    run: many(() => ({ do: 'close' })),
    expect: (state) => {
      const fate = unlessGone(whileOpen(shut))(state, 'one')
      // The other ticket is picked too; once both are merged, it is this one.
      if (state.joined === 'into') state.isClosed = true
      state.isBesideClosed = true
      return fate
    },
  },
  many_give: {
    of: changeMany,
    run: many((who, ids) => ({ do: 'assign', assignee: ids[who], from: null })),
    expect: unlessGone(give((who) => who)),
  },
  many_tag: {
    of: changeMany,
    run: many(() => ({ do: 'tag', tag: 'касса' })),
    expect: unlessGone((state) => {
      if (state.hasTag) return 'same'
      state.hasTag = true
      return 'ok'
    }),
  },
}
