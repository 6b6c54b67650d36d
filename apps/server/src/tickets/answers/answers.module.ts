import type { Module } from '../../module.ts'
import { answersRoutes } from './answers.routes.ts'

/** Suggestions while writing: similar open tickets of the restaurant, and how support answered similar ones before. */
export const answers: Module = {
  name: 'tickets/answers',
  tables: [],
  routes: ({ on, deps }) => answersRoutes(on, deps),
}
