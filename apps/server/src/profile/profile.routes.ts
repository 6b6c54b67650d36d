import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'

export const profileRoutes = (_app: FastifyInstance, _on: On, _deps: Deps): void => undefined
