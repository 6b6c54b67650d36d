import type { Refusal } from '@podmoga/contract/refusals'
import type { ScanState } from '@podmoga/contract/scan'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { refusalBody, refuse } from '../http/refuse.ts'
import type { MayStillRead } from '../ports/domains/may-still-read.ts'
import { isKey } from '../ports/files.ts'
import { byteRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import type { OpenedLink } from './file-links.ts'
import { makeReaderCheck } from './link-reader.ts'
import { findScanState } from './scan-waiting.ts'

const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'])

const EXPIRED = 'Ссылка на файл устарела. Обновите страницу и откройте файл ещё раз.'

const HELD: Record<ScanState, () => Refusal> = {
  waiting: () => refuse('unavailable', { message: 'Проверяем файл. Откройте его чуть позже.' }),
  infected: () => refuse('not_found', { message: 'В файле вирус: открыть его нельзя.' }),
  too_large: () =>
    refuse('not_found', { message: 'Файл слишком большой для проверки на вирусы: открыть его нельзя.' }),
}

const NO_PART = 'Такой части в файле нет.'
const CACHE = 'private, no-store'

/** Whether an If-None-Match header contains this tag, by weak comparison. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** Serves files by signed links. Any invalid link gets 404. */
export const serveFiles = (app: FastifyInstance, deps: Deps, mayStillRead: MayStillRead): void => {
  const mayRead = makeReaderCheck(deps.clock, mayStillRead)

  const openLink = async (request: FastifyRequest): Promise<OpenedLink> => {
    const { token, name } = request.params as { token: string; name: string }
    const link = deps.links.open(token, name)
    // A signed link to a file outside of the store (an archive, for example) is not served here.
    if (link === null || !isKey(link.file_key)) throw refuse('not_found')
    if (!deps.links.isCurrent(link) || !(await mayRead(link))) throw refuse('not_found', { message: EXPIRED })
    return link
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:token/:name',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const link = await openLink(request)
      const scan = await findScanState(deps.sql, link.file_key)
      if (scan !== null) throw HELD[scan]()
      const size = await deps.files.size(link.file_key)
      if (size === null) throw refuse('not_found')
      const etag = `"${link.file_key.slice(3)}"`
      const { 'if-range': condition, range: wanted } = request.headers
      const range = byteRange(condition === undefined || condition === etag ? wanted : undefined, size)
      if (isKnown(request.headers['if-none-match'], etag))
        return reply.code(304).headers({ etag, 'cache-control': CACHE }).send()
      if (range === 'unsatisfiable')
        return reply
          .code(416)
          .header('content-range', `bytes */${size}`)
          .send(refusalBody(refuse('bad_request', { message: NO_PART })))
      describe(reply, link)
      reply.header('etag', etag).header('content-length', range === null ? size : range.end - range.start + 1)
      if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      if (request.method === 'HEAD') return reply.send()
      const opened = await deps.files.open(link.file_key, range ?? undefined)
      if (opened === null) throw refuse('not_found')
      return reply.send(opened.stream)
    },
  })
}

const describe = (reply: FastifyReply, link: OpenedLink): void => {
  const inline = INLINE.has(link.content_type)
  reply.headers({
    'content-type': link.content_type,
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', link.file_name),
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': CACHE,
    'accept-ranges': 'bytes',
  })
}
