import { rm } from 'node:fs/promises'
import * as calls from '@podmoga/contract/desk/materials'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { Deps } from '../../deps.ts'
import { makePicture } from '../../files/photo.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { searchTextOf } from '../html-text.ts'
import { cleanHtml } from '../knowledge.html.ts'
import { changeKnowledge, keepFile, publishText, saveDraft, setAlsoAsked } from '../knowledge.write.sql.ts'
import {
  editedMaterial,
  ownFiles,
  problemsOf,
  refuseStale,
  refuseStaleList,
  refuseUnready,
} from './editing.rules.ts'
import { deskFile, makeDeskAnswers } from './editor.answers.ts'
import { listVersionTexts, takeBack, type VersionRow } from './editor.sql.ts'

/** Routes for editing a material: drafts, publishing, versions and uploads. */
export const knowledgeEditorRoutes = (
  on: On,
  deps: Deps,
  needsReview: (business_id: string) => boolean,
): void => {
  draftRoutes(on, deps)
  askedRoutes(on, deps)
  publishRoutes(on, deps, needsReview)
  versionRoutes(on, deps)
  uploadRoutes(on, deps)
}

const draftRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const { materialAnswer } = makeDeskAnswers(deps)

  on(calls.getDeskMaterial, async ({ who, params }) => {
    const { business_ids } = who
    return materialAnswer(who, await editedMaterial(sql, { business_ids, material_id: params.materialId }))
  })

  // Not in `changeKnowledge`: readers and the search do not see drafts.
  on(calls.saveDraft, async ({ who, params, body }) => {
    const { business_ids, person_id } = who
    const typed = {
      title: body.title,
      content: cleanHtml(body.content),
      cover_id: body.cover,
      file_ids: body.files,
    }
    return sql.begin(async (tx) => {
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      refuseStale(row, body.revision)
      const { text, lost } = await ownFiles(tx, row, typed)
      await saveDraft(tx, { id: row.id, ...text, now: clock.now(), person_id })
      const saved = await editedMaterial(tx, { business_ids, material_id: row.id })
      return {
        revision: saved.revision,
        edited_at: saved.edited_at.toISOString(),
        state: saved.state,
        problems: await problemsOf(tx, { ...row, content: text.content, lost }),
      }
    })
  })
}

/** `also_asked` is not part of the text: readers do not see it, and the search uses it at once, without publishing. */
const askedRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  on(calls.setAlsoAsked, async ({ who, params, body, request }) => {
    const { business_ids } = who
    const where = { business_ids, material_id: params.materialId }
    const { business_id } = await editedMaterial(sql, where)
    const also_asked = [...new Set(body.also_asked)]
    await changeKnowledge(sql, business_id, async (tx) => {
      const row = await editedMaterial(tx, { ...where, lock: true })
      refuseStaleList('also_asked', row.also_asked, body.seen)
      if (await setAlsoAsked(tx, { id: row.id, also_asked }))
        await note(tx, who, request, {
          ...ofMaterial(row),
          event: 'also_asked_changed',
          before: { name: row.title, also_asked: row.also_asked },
          after: { name: row.title, also_asked },
        })
    })
    return { also_asked }
  })
}

const ofMaterial = ({ id, business_id }: { id: string; business_id: string }) => ({
  business_id,
  subject: `material ${id}`,
})

const publishRoutes = (on: On, { sql, clock }: Deps, needsReview: (business_id: string) => boolean): void => {
  const note = makeNote(clock)
  on(calls.publishMaterial, async ({ who, params, body, request }) => {
    const { business_ids, person_id } = who
    const where = { business_ids, material_id: params.materialId }
    const { business_id } = await editedMaterial(sql, where)
    return changeKnowledge(sql, business_id, async (tx) => {
      const row = await editedMaterial(tx, { ...where, lock: true })
      const [newest] = row.state === 'published' ? await listVersionTexts(tx, { material_id: row.id }) : []
      // A retry after a lost answer: this revision is already published, and nothing was saved since.
      const isOut =
        row.revision === body.revision + 1 && newest?.published_at.getTime() === row.edited_at.getTime()
      if (!isOut) refuseStale(row, body.revision)
      const problems = await problemsOf(tx, row)
      refuseUnready(row.content, problems)
      const now = clock.now()
      if (row.state === 'published') {
        const published_at = (newest?.published_at ?? now).toISOString()
        return { revision: row.revision, version: newest?.number ?? 1, published_at, problems }
      }
      if (needsReview(business_id)) throw refuse('review_needed')
      const { title, content, cover_id, file_ids } = row
      const text = { title, content, cover_id, file_ids, ...searchTextOf(content) }
      const { revision, number } = await publishText(tx, { id: row.id, ...text, now, person_id })
      await note(tx, who, request, {
        ...ofMaterial(row),
        event: 'material_published',
        after: { name: title, version: number },
      })
      return { revision, version: number, published_at: now.toISOString(), problems }
    })
  })

  on(calls.unpublishMaterial, async ({ who, params, request }) => {
    const { business_ids, person_id } = who
    const where = { business_ids, material_id: params.materialId }
    const { business_id } = await editedMaterial(sql, where)
    return changeKnowledge(sql, business_id, async (tx) => {
      const row = await editedMaterial(tx, { ...where, lock: true })
      const { id, published_at, revision } = row
      if (published_at === null) return { revision }
      await note(tx, who, request, {
        ...ofMaterial(row),
        event: 'material_withdrawn',
        before: { name: row.title },
      })
      return { revision: await takeBack(tx, { id, now: clock.now(), person_id }) }
    })
  })
}

const versionItem = ({ number, title, published_at, published_by }: VersionRow) => ({
  number,
  title,
  published_at: published_at.toISOString(),
  published_by,
})

const versionRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)
  const { editorText } = makeDeskAnswers(deps)

  on(calls.listVersions, async ({ who, params }) => {
    const { business_ids } = who
    const { id } = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    return (await listVersionTexts(sql, { material_id: id })).map(versionItem)
  })

  on(calls.getVersion, async ({ who, params }) => {
    const { business_ids } = who
    const row = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    const [version] = await listVersionTexts(sql, { material_id: row.id, number: Number(params.number) })
    if (version === undefined) throw refuse('not_found')
    return { ...versionItem(version), ...(await editorText(who, row, version)) }
  })

  on(calls.restoreVersion, async ({ who, params, body, request }) => {
    const { business_ids, person_id } = who
    return sql.begin(async (tx) => {
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      refuseStale(row, body.revision)
      const [version] = await listVersionTexts(tx, { material_id: row.id, number: Number(params.number) })
      if (version === undefined) throw refuse('not_found')
      const { title, content, cover_id, file_ids } = version
      const text = { title, content, cover_id, file_ids }
      await note(tx, who, request, {
        ...ofMaterial(row),
        event: 'material_restored',
        after: { name: title, version: version.number },
      })
      return { revision: await saveDraft(tx, { id: row.id, ...text, now: clock.now(), person_id }) }
    })
  })
}

const uploadRoutes = (on: On, deps: Deps): void => {
  const { sql, links } = deps

  on(calls.uploadPicture, async ({ who, params, form, files, once }) => {
    const { business_ids, person_id } = who
    const { id } = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    const [given] = files
    if (given === undefined) throw refuse('invalid', { fields: { image: FIELD.photo } })
    const { width, height, ...picture } = await makePicture(given.temp_path, person_id)
    const file_name = given.file_name.replace(/\.[^.]*$/, '.webp')
    try {
      const row = await once({
        files: [{ ...picture, file_name }],
        work: (tx, stored) => keepFile(tx, { material_id: id, kind: form.kind, stored, width, height }),
      })
      return deskFile(links, who, row)
    } finally {
      await rm(picture.temp_path, { force: true })
    }
  })

  on(calls.uploadFile, async ({ who, params, files, once }) => {
    const { business_ids } = who
    const { id } = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    const [given, second] = files
    if (given === undefined || second !== undefined)
      throw refuse('invalid', { fields: { file: second === undefined ? FIELD.photo : FIELD.bad_value } })
    const row = await once({
      files: [given],
      work: (tx, stored) =>
        keepFile(tx, { material_id: id, kind: 'file', stored, width: null, height: null }),
    })
    return deskFile(links, who, row)
  })
}
