/** One SMS. `to` is E.164. */
export interface TextMessage {
  to: string
  text: string
  /** The same for every attempt to send this message. */
  id?: string | undefined
}

/** Hands a message to the gateway, or rejects; gives up when `signal` says so. */
export interface Sms {
  send: (message: TextMessage, signal?: AbortSignal) => Promise<void>
  /** True: nothing is ever sent, messages stay in the outbox table. */
  stays?: true
  /** True: there is no gateway, and messages must not be taken as if there were. */
  absent?: true
}

/** Keeps the messages instead of sending them. */
export const memorySms = (): Sms & { sent: TextMessage[] } => {
  const sent: TextMessage[] = []
  return { sent, send: async (message) => void sent.push(message) }
}

/** The gateway did not take a message. `code` is for the log: no number and no text stands in it. */
export class SmsError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`The SMS gateway did not take the message: ${code}`, { cause })
    this.code = code
  }
}
