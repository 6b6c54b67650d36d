import { Refusal, type RefusalCode } from '@podmoga/contract/refusals'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalBody, refuse } from './refuse.ts'

// Errors that Fastify and its plugins raise before a handler runs.
const BY_STATUS: Record<number, RefusalCode> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'bad_request',
  413: 'too_large',
  414: 'bad_request',
  415: 'unsupported_type',
  431: 'bad_request',
}

const UNSUPPORTED_BODY = 'Такой вид данных здесь не принимают.'

// The database is unreachable, starting, stopping, out of disk space, or blocked by a lock: the request may be retried.
const UNAVAILABLE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENOSPC|EDQUOT|57P0[1-4]|57014|55P03|40P01|40001|25P03|08|53[0-4]00|25006$)/

// The disk or the file store is unavailable: out of file handles, broken, read-only, not responding. Data sealed with other keys
// counts as unavailable too.
const STORE_AWAY = /^(STORE_UNAVAILABLE|SEALED|EMFILE|ENFILE|EIO|EROFS|ESTALE|ETIMEDOUT)$/

// A text that the database cannot hold, NUL in it: the schemas refuse it, and this is for one that forgot to.
const UNSTORABLE = /^22(?:021|P05)$/

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : ''
}

/** Maps any thrown value to the refusal that the caller may see. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (UNAVAILABLE.test(codeOf(error)) || STORE_AWAY.test(codeOf(error))) return refuse('unavailable')
  if (UNSTORABLE.test(codeOf(error))) return refuse('bad_request')
  const status = (error as Partial<FastifyError>).statusCode
  const code = status === undefined ? undefined : BY_STATUS[status]
  if (code === undefined) return refuse('internal')
  return refuse(code, code === 'unsupported_type' ? { message: UNSUPPORTED_BODY } : {})
}

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  if (refusal.retry_after !== null) reply.header('retry-after', Math.max(1, Math.ceil(refusal.retry_after)))
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(refusalBody(refusal))
}

/** Turns every error into the contract's error response. Internal details go only to the log. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request: FastifyRequest, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
}
