/** A reply that was acknowledged. `seen`: the newest message that its author had read when they began to write. */
interface ReplyEntry {
  id: string
  ticket: string
  agent: string
  seen: string
  closes: boolean
}

/** A ticket that was acknowledged as closed. */
interface CloseEntry {
  ticket: string
  agent: string
  /** What the agent had read: the newest message, or, for a bulk action, the number of messages. */
  seen: { message: string } | { count: number }
}

/** What all participants did and received, as they recorded it. */
export interface Ledger {
  /** Messages of customers with the time of sending. */
  written: Map<string, number>
  replies: ReplyEntry[]
  closes: CloseEntry[]
  /** Tickets as assigned by «Взять». */
  takes: { ticket: string; agent: string }[]
  notes: { id: string; mentioned: string }[]
  /** What each agent's stream sent, with the first time: customers' messages, notes. */
  received: Map<string, Map<string, number>>
  /** How often a check refused an action because of unread messages. */
  stopped: { reply: number; close: number; bulk: number }
  /** Unexpected refusals. */
  refused: string[]
}

export const newLedger = (agents: readonly string[]): Ledger => ({
  written: new Map(),
  replies: [],
  closes: [],
  takes: [],
  notes: [],
  received: new Map(agents.map((agent) => [agent, new Map()])),
  stopped: { reply: 0, close: 0, bulk: 0 },
  refused: [],
})

/** A message as stored in the database at the end. */
export interface KeptMessage {
  id: string
  ticket_id: string
  position: number
  author_id: string
  from_support: boolean
  text: string
}

export interface Verdict {
  /** Replies sent although a colleague's reply was unread. */
  double_answers: string[]
  /** Replies sent although a customer's message was unread. */
  over_words: string[]
  /** Tickets closed although a message was unread. */
  blind_closes: string[]
  /** Tickets assigned to two agents. */
  taken_twice: string[]
  /** Messages and mentions that an agent's stream never sent. */
  missed: string[]
  /** Acknowledged writes that are not there exactly once. */
  lost: string[]
}

const BY_POSITION = (one: KeptMessage, other: KeptMessage): number => one.position - other.position

/** Compares the ledger with the messages in the database. */
export const judge = (ledger: Ledger, messages: readonly KeptMessage[]): Verdict => {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const byTicket = Map.groupBy(messages, ({ ticket_id }) => ticket_id)
  const positionOf = (id: string): number => byId.get(id)?.position ?? 0
  const othersBetween = (ticket: string, agent: string, after: number, before: number): KeptMessage[] =>
    (byTicket.get(ticket) ?? [])
      .filter(({ position, author_id }) => position > after && position < before && author_id !== agent)
      .sort(BY_POSITION)
  const verdict: Verdict = {
    double_answers: [],
    over_words: [],
    blind_closes: [],
    taken_twice: [],
    missed: [],
    lost: [],
  }
  for (const { id, ticket, agent, seen, closes } of ledger.replies) {
    const own = byId.get(id)
    if (own === undefined) {
      verdict.lost.push(`ответ ${id}`)
      continue
    }
    for (const other of othersBetween(ticket, agent, positionOf(seen), own.position)) {
      const fault = `тикет ${ticket}: ответ ${id} поверх сообщения ${other.id}`
      verdict[other.from_support ? 'double_answers' : 'over_words'].push(fault)
    }
    // A closed ticket accepts no messages, so any message after the closing reply was written before the closing.
    if (closes && othersBetween(ticket, agent, own.position, Number.POSITIVE_INFINITY).length > 0)
      verdict.blind_closes.push(`тикет ${ticket}: закрыт ответом ${id}`)
  }
  for (const { ticket, agent, seen } of ledger.closes) {
    const after = 'count' in seen ? seen.count : positionOf(seen.message)
    const unseen = othersBetween(ticket, agent, after, Number.POSITIVE_INFINITY)[0]
    if (unseen !== undefined)
      verdict.blind_closes.push(`тикет ${ticket}: закрыт поверх сообщения ${unseen.id}`)
  }
  const taken = Map.groupBy(ledger.takes, ({ ticket }) => ticket)
  for (const [ticket, by] of taken)
    if (by.length > 1) verdict.taken_twice.push(`тикет ${ticket}: ${by.map(({ agent }) => agent).join(', ')}`)
  for (const id of ledger.written.keys()) if (!byId.has(id)) verdict.lost.push(`сообщение ${id}`)
  const times = Map.groupBy(messages, ({ text }) => text)
  for (const [text, all] of times) if (all.length > 1) verdict.lost.push(`дважды: ${text}`)
  for (const [agent, received] of ledger.received)
    for (const id of ledger.written.keys())
      if (!received.has(id)) verdict.missed.push(`агент ${agent}: сообщение ${id}`)
  for (const { id, mentioned } of ledger.notes)
    if (ledger.received.get(mentioned)?.has(`note ${id}`) !== true)
      verdict.missed.push(`агент ${mentioned}: заметка ${id}`)
  return verdict
}

/** Checks that `judge` detects each kind of fault, with a small faulty ledger for each. */
export const isJudgeAwake = (): boolean => {
  const message = (id: string, position: number, author_id: string, from_support = true): KeptMessage => ({
    ...{ id, position, author_id, from_support },
    ticket_id: 't',
    text: id,
  })
  const kept = [
    message('m1', 1, 'cook', false),
    message('m2', 2, 'a'),
    message('m3', 3, 'cook', false),
    message('m4', 4, 'b'),
  ]
  const ledger = newLedger(['a', 'b'])
  ledger.written.set('m1', 0).set('m3', 0).set('gone', 0)
  ledger.replies.push(
    { id: 'm2', ticket: 't', agent: 'a', seen: 'm1', closes: true },
    { id: 'm4', ticket: 't', agent: 'b', seen: 'm1', closes: false },
  )
  ledger.closes.push({ ticket: 't', agent: 'a', seen: { count: 3 } })
  ledger.takes.push({ ticket: 't', agent: 'a' }, { ticket: 't', agent: 'b' })
  ledger.notes.push({ id: 'n', mentioned: 'b' })
  const found = judge(ledger, kept)
  const counts = [found.double_answers, found.over_words, found.blind_closes, found.taken_twice, found.lost]
  // Two agents did not receive three messages, and one of them did not receive the note.
  return counts.map(({ length }) => length).join() === '1,1,2,1,1' && found.missed.length === 7
}
