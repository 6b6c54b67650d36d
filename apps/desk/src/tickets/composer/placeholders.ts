import { fillPlaceholders } from '@podmoga/contract/desk/placeholders'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'

export { unfilled } from '@podmoga/contract/desk/placeholders'

/** A canned text with what the ticket itself knows; what it does not know stays in its braces. */
export const fillIn = (text: string, ticket: DeskTicket | undefined): string =>
  fillPlaceholders(text, {
    имя: ticket?.customer.first_name,
    ресторан: ticket?.restaurant.name,
    номер: ticket === undefined ? null : String(ticket.number),
  })

/** What is being looked for after the sign at the start of a line (or of a word); null when nothing is. */
export const askedAfter = (text: string, caret: number, sign: '/' | '@'): string | null => {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const found = sign === '/' ? /^\/([^\n]{0,60})$/u.exec(line) : /(?:^|\s)@([\p{L}-]{0,40})$/u.exec(line)
  return found?.[1] ?? null
}
