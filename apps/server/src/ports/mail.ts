/** One letter. `to` is an address. */
export interface Letter {
  to: string
  subject: string
  text: string
  html?: string | undefined
}

/** Sends letters at once, or rejects. */
export interface Mail {
  send: (letter: Letter) => Promise<void>
}

/** Keeps the letters instead of sending them. */
export const memoryMail = (): Mail & { sent: Letter[] } => {
  const sent: Letter[] = []
  return { sent, send: async (letter) => void sent.push(letter) }
}
