/** An SMS. `to` is E.164. */
export interface TextMessage {
  to: string
  text: string
  /** The same for every attempt to send this message. */
  id?: string | undefined
}

/** Hands a message to the gateway, or rejects; aborted by `signal`. */
export interface Sms {
  send: (message: TextMessage, signal?: AbortSignal) => Promise<void>
  /** True: nothing is sent, messages stay in the outbox table. */
  stays?: true
  /** True: there is no gateway, and messages must be refused. */
  absent?: true
}

/** Collects messages instead of sending them. */
export const memorySms = (): Sms & { sent: TextMessage[] } => {
  const sent: TextMessage[] = []
  return { sent, send: async (message) => void sent.push(message) }
}

/** The gateway did not accept a message. `code` is for the log: it contains neither a number nor a text. */
export class SmsError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`The SMS gateway did not take the message: ${code}`, { cause })
    this.code = code
  }
}
