import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'

export const sessionRoutes = (_app: FastifyInstance, _on: On, _deps: Deps): void => undefined
