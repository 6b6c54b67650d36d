import type { DeskTicket } from '@podmoga/contract/desk/tickets'

const PLACEHOLDER = /\{([а-яё][а-яё ]{0,30})\}/giu

/** A canned text with what the ticket itself knows; what it does not know stays in its braces. */
export const fillIn = (text: string, ticket: DeskTicket | undefined): string => {
  const known: Record<string, string | null | undefined> = {
    имя: ticket?.customer.first_name,
    ресторан: ticket?.restaurant.name,
    номер: ticket === undefined ? null : String(ticket.number),
  }
  return text.replace(PLACEHOLDER, (whole, name: string) => known[name.toLowerCase()] || whole)
}

/** The names in braces that nobody has filled in, each once. */
export const unfilled = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([whole]) => whole)),
]

/** What is being looked for after the sign at the start of a line (or of a word); null when nothing is. */
export const askedAfter = (text: string, caret: number, sign: '/' | '@'): string | null => {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const found = sign === '/' ? /^\/([^\n]{0,60})$/u.exec(line) : /(?:^|\s)@([\p{L}-]{0,40})$/u.exec(line)
  return found?.[1] ?? null
}
