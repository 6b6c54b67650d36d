import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Time } from '../fields/fields.ts'
import { SEARCH_MAX } from '../fields/limits.ts'
import { Page, PageSize, paged } from '../page.ts'
import { DeskTicketItem } from './tickets.ts'

export const searchTickets = endpoint({
  name: 'searchTickets',
  summary:
    'Поиск тикетов: номер, клиент, ресторан и каждое слово сообщений; фильтры от:, ресторан:, файл:есть, метка:, срочность:, статус:, агент:, с:, по:; свежие первыми',
  method: 'GET',
  path: 'desk/search/',
  auth: 'agent',
  query: z.object({ q: z.string().max(SEARCH_MAX), page: Page, page_size: PageSize }),
  answer: paged(
    z.object({
      ticket: DeskTicketItem,
      /** The matching message; null if the number, the customer or the restaurant matched. */
      message: z
        .object({
          id: Id,
          at: Time,
          author_name: z.string().nullable(),
          /** An excerpt of its text, in pieces. */
          pieces: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
        })
        .nullable(),
    }),
  ).extend({
    /** There is no exact match: the results are similar. */
    is_guess: z.boolean(),
    /** Old messages are still being indexed after an upgrade, newest first: older ones may be missing. */
    is_partial: z.boolean(),
  }),
  compressed: true,
  refusals: [],
})
