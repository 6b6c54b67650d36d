import type { Module } from '../../module.ts'
import { answersRoutes } from './answers.routes.ts'

/** What is like what is written now: an open ticket of one's restaurant, and how support answered before. */
export const answers: Module = {
  name: 'tickets/answers',
  tables: [],
  routes: ({ on, deps }) => answersRoutes(on, deps),
}
