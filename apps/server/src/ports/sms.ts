/** One SMS. `to` is E.164. */
export interface TextMessage {
  to: string
  text: string
}

/** Hands a message to the gateway, or rejects. */
export interface Sms {
  send: (message: TextMessage) => Promise<void>
}

/** Keeps the messages instead of sending them. */
export const memorySms = (): Sms & { sent: TextMessage[] } => {
  const sent: TextMessage[] = []
  return { sent, send: async (message) => void sent.push(message) }
}
