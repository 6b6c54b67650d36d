import * as calls from '@podmoga/contract/desk/canned'
import type { Deps } from '../../deps.ts'
import type { FileLinks } from '../../files/file-links.ts'
import { detachFiles } from '../../files/stored-files.ts'
import { makeNoteShared } from '../../http/journal/make-note.ts'
import { businessOf, type DeskMember } from '../../http/principals.ts'
import { refuse, refuseTakenName, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { attachmentAnswer } from '../tickets.answers.ts'
import {
  addCannedFiles,
  type CannedDraft,
  type CannedRow,
  countUse,
  insertCanned,
  listCannedRows,
  removeCanned,
  removeCannedFile,
  updateCanned,
} from './canned.sql.ts'

const answerOf = (
  links: FileLinks,
  who: DeskMember,
  { author_id, business_id: _, files, ...row }: CannedRow,
): calls.CannedReply => ({
  ...row,
  files: files.map((file) => attachmentAnswer(links, who, file)),
  is_own: author_id === who.person_id,
})

/** Facts for the audit; null for a private reply. */
const factsOf = ({ title: name, text, is_shared }: CannedDraft) => (is_shared ? { name, text } : null)

/** Canned replies: an agent's own, and those shared in the business. */
export const cannedRoutes = (on: On, { sql, links, clock, settings }: Deps): void => {
  const noteShared = makeNoteShared(clock, 'canned')
  const answerTo = (who: DeskMember, row: CannedRow) => answerOf(links, who, row)
  on(calls.listCanned, async ({ who, query }) => {
    const search = query.search?.trim() ?? ''
    return { results: (await listCannedRows(sql, who, search)).map((row) => answerTo(who, row)) }
  })

  on(calls.addCanned, async ({ who, body, once, request }) =>
    answerTo(
      who,
      await once({
        work: async (tx) => {
          const owner = { business_id: businessOf(who), author_id: who.person_id }
          const row = await refuseTakenName('canned_replies_', insertCanned(tx, { ...body, ...owner }))
          await noteShared(tx, { who, request, ...row }, null, factsOf(row))
          return row
        },
      }),
    ),
  )

  on(calls.editCanned, async ({ who, params, body, request }) => {
    const id = rowId(params.cannedId)
    const row = await sql.begin(async (tx) => {
      const changed = await refuseTakenName('canned_replies_', updateCanned(tx, who, { ...body, id }))
      if (changed === undefined) throw refuse('not_found')
      if (changed === null) throw refuse('changed_meanwhile')
      const by = { who, request, ...changed.row }
      await noteShared(tx, by, factsOf(changed.before), factsOf(changed.row))
      return changed.row
    })
    return answerTo(who, row)
  })

  on(calls.deleteCanned, async ({ who, params, request }) => {
    const id = rowId(params.cannedId)
    await sql.begin(async (tx) => {
      const gone = await removeCanned(tx, who, id)
      if (gone === undefined) throw refuse('not_found')
      await detachFiles(tx, gone.keys, clock.now())
      const { before } = gone
      await noteShared(tx, { who, request, id, ...before }, factsOf(before), null)
    })
    return { ok: true }
  })

  on(calls.addCannedFiles, async ({ who, params, once }) => {
    const id = rowId(params.cannedId)
    const most = settings.configOf(businessOf(who)).FILES_MAX
    return answerTo(
      who,
      await once({
        work: async (tx, stored) => {
          const row = await addCannedFiles(tx, who, { id, stored, most })
          if (row === undefined) throw refuse('not_found')
          if (row === null) throw refuse('too_many_files')
          return row
        },
      }),
    )
  })

  on(calls.deleteCannedFile, async ({ who, params }) => {
    const where = { id: rowId(params.cannedId), file_id: params.fileId }
    return sql.begin(async (tx) => {
      const gone = await removeCannedFile(tx, who, where)
      if (gone === undefined) throw refuse('not_found')
      await detachFiles(tx, [gone.file_key], clock.now())
      return answerTo(who, gone.row)
    })
  })

  on(calls.countCannedUse, async ({ who, params }) => {
    const uses = await countUse(sql, who, rowId(params.cannedId))
    if (uses === undefined) throw refuse('not_found')
    return { uses }
  })
}
