/** A letter. `to` is an address. */
export interface Letter {
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** The same for every attempt to send this letter, so that a mailbox can drop duplicates. */
  id?: string | undefined
}

/** Sends a letter, or rejects; aborted by `signal`. */
export interface Mail {
  send: (letter: Letter, signal?: AbortSignal) => Promise<void>
  /** True: nothing is sent, letters stay in the outbox table. */
  stays?: true
  /** True: there is no mail server, and letters must be refused. */
  absent?: true
}

/** Collects letters instead of sending them. */
export const memoryMail = (): Mail & { sent: Letter[] } => {
  const sent: Letter[] = []
  return { sent, send: async (letter) => void sent.push(letter) }
}
