import type { Module } from '../../module.ts'
import { reopeningRoutes } from './reopening.routes.ts'
import { listReopened, takeReopenings } from './reopening.sql.ts'

/** «Не решено»: a restaurant reopens a ticket that support has closed. Its text and photos are a message of the ticket. */
export const reopening: Module = {
  name: 'tickets/reopening',
  tables: ['ticket_reopenings'],
  routes: ({ on, deps }) => reopeningRoutes(on, deps),
  people: { 'ticket_reopenings.person_id': 'kept, given', 'ticket_reopenings.closed_by': 'kept' },
  exports: { chapters: { 'возвращённые тикеты': listReopened } },
  ofTickets: ['ticket_reopenings.ticket_id'],
  takeAlong: takeReopenings,
}
