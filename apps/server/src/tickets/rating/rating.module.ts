import type { Module } from '../../module.ts'
import { ratingRoute } from './rating.routes.ts'
import { takeRatings } from './rating.sql.ts'

/** Whether support has helped, once a ticket. */
export const rating: Module = {
  name: 'tickets/rating',
  tables: ['ticket_ratings'],
  routes: ({ on, deps }) => ratingRoute(on, deps),
  people: { 'ticket_ratings.person_id': 'kept' },
  ofTickets: ['ticket_ratings.ticket_id'],
  takeAlong: takeRatings,
}
