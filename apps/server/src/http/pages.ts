import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

export const servePages = async (_app: FastifyInstance, _config: Config): Promise<void> => undefined
