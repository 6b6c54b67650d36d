import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

export const serveFiles = (_app: FastifyInstance, _deps: Deps): void => undefined
