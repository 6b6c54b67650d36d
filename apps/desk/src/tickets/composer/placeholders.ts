import { fillPlaceholders } from '@podmoga/contract/desk/placeholders'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'

export { unfilled } from '@podmoga/contract/desk/placeholders'

/** Fills the placeholders of a canned text from the ticket; unknown ones stay in braces. */
export const fillIn = (text: string, ticket: DeskTicket | undefined): string =>
  fillPlaceholders(text, {
    имя: ticket?.customer.first_name,
    ресторан: ticket?.restaurant.name,
    номер: ticket === undefined ? null : String(ticket.number),
  })

/** The query typed after `sign` at the start of a line («/») or of a word («@»), or null. */
export const askedAfter = (text: string, caret: number, sign: '/' | '@'): string | null => {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const found = sign === '/' ? /^\/([^\n]{0,60})$/u.exec(line) : /(?:^|\s)@([\p{L}-]{0,40})$/u.exec(line)
  return found?.[1] ?? null
}
