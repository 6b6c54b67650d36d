/** One letter. `to` is an address. */
export interface Letter {
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** The same for every attempt to send this letter, so that a mailbox can drop the second copy. */
  id?: string | undefined
}

/** Sends letters at once, or rejects; gives up when `signal` says so. */
export interface Mail {
  send: (letter: Letter, signal?: AbortSignal) => Promise<void>
  /** True: nothing is ever sent, letters stay in the outbox table. */
  stays?: true
  /** True: there is no mail server, and letters must not be taken as if there were. */
  absent?: true
}

/** Keeps the letters instead of sending them. */
export const memoryMail = (): Mail & { sent: Letter[] } => {
  const sent: Letter[] = []
  return { sent, send: async (letter) => void sent.push(letter) }
}
