import * as calls from '@podmoga/contract/desk/material/exchange'
import { isUuid } from '@podmoga/contract/fields/uuid'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { dropFiles, storeFiles } from '../../files/stored-files.ts'
import { writeCsv } from '../../files/write-table.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { MayStillRead } from '../../ports/domains/may-still-read.ts'
import { archiveOfBase } from './archive.write.ts'
import type { ImportNeeds } from './imports.job.ts'
import { addImport, findImport, type ImportRow, isEditorOf, startImport } from './imports.sql.ts'

const SHOWN = 200
const PER_HOUR = 30
const ROOT = '/files/knowledge'
const ABOUT = 'knowledge '
const ZIP = 'application/zip'
const AWAY = 'Проверка на вирусы сейчас не отвечает. Загрузите архив чуть позже.'
const OLD = 'Такого импорта нет или он старше суток. Загрузите архив снова.'

export interface ExchangeNeeds extends Pick<ImportNeeds, 'needsReview'> {
  mayStillRead: MayStillRead
}

/** Routes by which editors import and export a knowledge base as an archive. */
export const knowledgeExchangeRoutes = (
  app: FastifyInstance,
  on: On,
  deps: Deps,
  { needsReview, mayStillRead }: ExchangeNeeds,
): void => {
  const { sql, clock, rates, background } = deps

  const find = async (who: DeskMember, id: string): Promise<ImportRow> => {
    const { person_id: created_by, business_ids } = who
    const row = isUuid(id) ? await findImport(sql, { id, created_by, business_ids }) : undefined
    if (row === undefined) throw refuse('not_found', { message: OLD })
    return row
  }

  const answer = async (who: DeskMember, id: string): Promise<calls.KnowledgeImport> => {
    const { business_id, file_name, state, problem, added, changed, same, remarks } = await find(who, id)
    return {
      id,
      file_name,
      state,
      problem,
      counts: { added, changed, same },
      is_reviewed: needsReview(business_id),
      remarks: remarks.slice(0, SHOWN).map(([file, says]) => ({ file, says })),
      remarks_total: remarks.length,
    }
  }

  on(calls.checkKnowledgeImport, async ({ who, form, files: [file] }) => {
    const business_id = businessOf(who, form.business)
    await rates.take('import', who.person_id, PER_HOUR, 3600)
    if (file === undefined) throw refuse('invalid', { fields: { file: 'Выберите архив' } })
    if (file.is_unscanned === true) throw refuse('invalid', { message: AWAY, fields: { file: AWAY } })
    const stored = await storeFiles(deps, [file])
    const [kept] = stored
    if (kept === undefined) throw new Error('a file was expected')
    try {
      const { file_name } = file
      const made = { business_id, created_by: who.person_id, file_name, file_key: kept.key, now: clock.now() }
      const id = await sql.begin((tx) => addImport(tx, made))
      background.wake('knowledge imports')
      return await answer(who, id)
    } catch (error) {
      await dropFiles(deps, stored)
      throw error
    }
  })

  on(calls.getKnowledgeImport, ({ who, params }) => answer(who, params.importId))

  on(calls.runKnowledgeImport, async ({ who, params, request }) => {
    const { id } = await find(who, params.importId)
    const run_by = { ip: request.ip, request_id: request.id }
    await startImport(sql, { id, run_by, now: clock.now() })
    background.wake('knowledge imports')
    return answer(who, id)
  })

  on(calls.getKnowledgeRemarks, async ({ who, params }) => {
    const { file_name, remarks } = await find(who, params.importId)
    const rows = (async function* () {
      yield ['Файл', 'Замечание']
      yield* remarks
    })()
    const bytes = await writeCsv(rows)
    return {
      file_name: `${file_name.replace(/\.\w+$/, '')}-замечания.csv`,
      content_type: 'text/csv; charset=utf-8',
      base64: bytes.toString('base64'),
    }
  })
  exportRoutes(app, on, deps, mayStillRead)
}

/** Returns the named business, or the editor's first one. Throws `not_found` if it is not theirs. */
const businessOf = ({ business_ids }: DeskMember, named: string | undefined): string => {
  const id = named ?? business_ids[0]
  if (id === undefined || !business_ids.includes(id)) throw refuse('not_found')
  return id
}

const exportRoutes = (app: FastifyInstance, on: On, deps: Deps, mayStillRead: MayStillRead): void => {
  const { sql, clock, links, rates } = deps
  const note = makeNote(clock)

  on(calls.exportKnowledge, async ({ who, body, request }) => {
    const business_id = businessOf(who, body.business)
    await rates.take('export', who.person_id, PER_HOUR, 3600)
    await note(sql, who, request, { event: 'knowledge_exported', business_id })
    const file = { file_key: `${ABOUT}${business_id}`, file_name: 'база-знаний.zip', content_type: ZIP }
    return { url: links.link(who, file).replace(/^\/files/, ROOT) }
  })

  app.get(`${ROOT}/:token/:name`, async (request, reply) => {
    const { token, name } = request.params as { token: string; name: string }
    const link = links.open(token, name)
    const isOurs = link?.file_key.startsWith(ABOUT) === true && link.content_type === ZIP
    if (link === null || !isOurs || !links.isCurrent(link)) throw refuse('not_found')
    if (!(await mayStillRead({ ...link, now: clock.now() }))) throw refuse('not_found')
    // Checked again, as the person may have ceased to be an editor since the link was made.
    const asked = { person_id: link.person_id, business_id: link.file_key.slice(ABOUT.length) }
    if (!(await isEditorOf(sql, asked))) throw refuse('not_found')
    reply.headers({
      'content-type': ZIP,
      'content-disposition': contentDisposition('attachment', link.file_name),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    return reply.send(archiveOfBase(deps, asked.business_id))
  })
}
