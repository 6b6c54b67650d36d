/** The author of a message: the ticket's author, the other employee of the restaurant, or the support agent. */
export type DemoVoice = 'author' | 'colleague' | 'agent'

export type DemoMessage = {
  from: DemoVoice
  text: string
  /** Minutes since the previous message; for the first one, since the ticket was created. */
  minutes_later: number
}

export type DemoTicket = {
  restaurant_id: '1' | '2' | '3'
  author: 'aziza' | 'timur'
  category: 'technical_issue' | 'functionality_issue' | 'trouble_paying' | 'other'
  /** A module key, a payment system key, or null when the category is `other`. */
  topic: string | null
  /** The initial message. */
  text: string
  /** Days before the day of seeding; may be a fraction. */
  created_days_ago: number
  status: 'awaiting_response' | 'processed'
  /** The messages after the initial one, oldest first. */
  conversation: DemoMessage[]
}

const LINE = /^(\d+) (author|colleague|agent): (.+)$/

/**
 * Parses a conversation with one message per line, `12 agent: Здравствуйте!`, where the number is `minutes_later`. Throws on a
 * line in another format.
 */
export function talk(script: string): DemoMessage[] {
  const lines = script.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [, minutes, from, text] = LINE.exec(line) ?? []
    if (!minutes || !text || !isVoice(from)) throw new Error(`Not a line of a conversation: ${line}`)
    return { from, text, minutes_later: Number(minutes) }
  })
}

function isVoice(word: string | undefined): word is DemoVoice {
  return word === 'author' || word === 'colleague' || word === 'agent'
}
