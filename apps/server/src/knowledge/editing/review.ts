import * as calls from '@podmoga/contract/desk/material/review'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { settingsOver } from '../../http/settings.ts'
import { searchTextOf } from '../html-text.ts'
import { dropReview, noteChange, publishText, writeReview } from '../knowledge.write.sql.ts'
import { listEditors } from './care.sql.ts'
import { editedMaterial, problemsOf, refuseStale, refuseUnready } from './editing.rules.ts'
import { makeDeskAnswers } from './editor.answers.ts'
import type { EditorNotifier } from './notices.ts'
import { findReview, type ReviewRow, writeReturned } from './review.sql.ts'
import { SAME, writeSchedule } from './schedule.sql.ts'
import { comingMoment } from './schedule.ts'

/** Returns whether a business requires a review by a second editor. */
export const makeNeedsReview =
  ({ config, settings }: Pick<Deps, 'config' | 'settings'>) =>
  (business_id: string): boolean =>
    settingsOver(config, settings.keptOf(business_id)).second_editor

const MOVED = 'Этого текста на проверке больше нет: его уже решили, отозвали или отправили заново.'

const isOwn = ({ person_id, wrote_id }: ReviewRow, who: DeskMember): boolean =>
  [person_id, wrote_id].includes(who.person_id)

/** Routes of reviews: a text waits for another editor, who publishes or returns it. */
export const knowledgeReviewRoutes = (on: On, deps: Deps, notifier: EditorNotifier): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)
  const needsReview = makeNeedsReview(deps)
  const { editorText } = makeDeskAnswers(deps)
  decisionRoutes(on, deps, notifier)

  on(calls.getReview, async ({ who, params }) => {
    const { business_ids } = who
    const row = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    const now = { is_needed: needsReview(row.business_id), state: row.state }
    const found = await findReview(sql, row.id)
    if (found === undefined) return { ...now, review: null }
    const { title, local, person_id, asked_by, asked_at, returned_at, returned_by, word, is_current } = found
    return {
      ...now,
      review: {
        title,
        publish_at: local,
        is_current,
        ...(await editorText(who, row, found)),
        asked_by: { id: person_id, name: asked_by },
        asked_at: asked_at.toISOString(),
        is_for_me: !isOwn(found, who),
        returned: returned_at === null ? null : { by: returned_by, word: word ?? '' },
      },
    }
  })

  on(calls.askReview, async ({ who, params, body, request }) => {
    await sql.begin(async (tx) => {
      const { business_ids, person_id } = who
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      refuseStale(row, body.revision)
      refuseUnready(row.content, await problemsOf(tx, row))
      if (row.state === 'published') throw refuse('invalid', { message: SAME })
      const editors = await listEditors(tx, row.business_id)
      if (!editors.some(({ id }) => id !== person_id)) throw refuse('nobody_to_review')
      const now = clock.now()
      const publish_at = body.at === null ? null : await comingMoment(tx, row.business_id, body.at, now)
      const { title, content, cover_id, file_ids } = row
      const text = { title, content, cover_id, file_ids }
      const before = await findReview(tx, row.id)
      // A retry after a lost answer, with the same text: nobody is notified again.
      const isAsked =
        before?.is_current === true && before.returned_at === null && before.person_id === person_id
      if (isAsked && before.publish_at?.getTime() === publish_at?.getTime()) return
      await writeReview(tx, { material_id: row.id, publish_at, ...text, person_id, now })
      const sent = await findReview(tx, row.id)
      await note(tx, who, request, {
        event: 'material_review_asked',
        business_id: row.business_id,
        subject: `material ${row.id}`,
        after: { name: title },
      })
      const waited = before?.returned_at === null ? [before.person_id, before.wrote_id] : null
      const own = { now: [person_id, sent?.wrote_id ?? null], before: waited }
      const { id: material_id, business_id } = row
      await notifier.asked(tx, { business_id, material_id, title, by: sent?.asked_by ?? '' }, own)
    })
    notifier.wake()
    return { ok: true }
  })

  on(calls.withdrawReview, async ({ who, params, request }) => {
    await sql.begin(async (tx) => {
      const { business_ids } = who
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      if (!(await dropReview(tx, row.id))) return
      await notifier.over(tx, row.id)
      await note(tx, who, request, {
        event: 'material_review_withdrawn',
        business_id: row.business_id,
        subject: `material ${row.id}`,
        after: { name: row.title },
      })
    })
    notifier.wake()
    return { ok: true }
  })
}

/** Locks the review that the editor has seen. Throws if it no longer waits, or is the editor's own. */
const decided = async (
  tx: TransactionSql,
  who: DeskMember,
  material_id: string,
  { seen, word }: { seen: string; word?: string },
) => {
  const { business_ids, person_id } = who
  const row = await editedMaterial(tx, { business_ids, material_id, lock: true })
  const review = await findReview(tx, row.id)
  if (review === undefined || review.asked_at.toISOString() !== seen)
    throw refuse('stale_draft', { message: MOVED })
  // A retry after a lost answer: nobody is notified again.
  const is_done = word !== undefined && review.word === word && review.returned_by_id === person_id
  if (review.returned_at !== null && !is_done) throw refuse('stale_draft', { message: MOVED })
  if (isOwn(review, who)) throw refuse('own_review')
  return { row, review, is_done }
}

const decisionRoutes = (on: On, { sql, clock }: Deps, notifier: EditorNotifier): void => {
  const note = makeNote(clock)
  on(calls.approveReview, async ({ who, params, body, request, once }) => {
    const where = { business_ids: who.business_ids, material_id: params.materialId }
    const { business_id } = await editedMaterial(sql, where)
    const approve = async (tx: TransactionSql) => {
      await noteChange(tx, business_id)
      const { row, review } = await decided(tx, who, params.materialId, body)
      const { title, content, cover_id, file_ids, publish_at, person_id, local } = review
      const text = { title, content, cover_id, file_ids }
      const now = clock.now()
      const of = { business_id, subject: `material ${row.id}` }
      const of_material = { business_id, material_id: row.id, title }
      const authors = [person_id, review.wrote_id]
      if (publish_at !== null && publish_at > now) {
        await dropReview(tx, row.id)
        await writeSchedule(tx, { material_id: row.id, publish_at, ...text, person_id, now })
        const after = { name: title, publish_at: local?.replace('T', ' ') ?? null }
        await note(tx, who, request, { event: 'material_scheduled', ...of, after })
        const line = `${quoted(title)} выйдет ${after.publish_at ?? ''}.`
        return await notifier.decided(tx, of_material, { authors, word: 'Материал одобрен', lines: [line] })
      }
      // `is_scheduled`: not from the editor's page, so a draft that has another text by now is kept.
      const published = { id: row.id, ...text, ...searchTextOf(content), now, person_id, is_scheduled: true }
      const { number } = await publishText(tx, published)
      await note(tx, who, request, {
        event: 'material_published',
        ...of,
        after: { name: title, version: number },
      })
      const line = `${quoted(title)} одобрен и уже виден читателям.`
      await notifier.decided(tx, of_material, { authors, word: 'Материал вышел', lines: [line] })
    }
    const done = await once({ work: (tx) => approve(tx).then(() => ({ ok: true })) })
    notifier.wake()
    return done
  })

  on(calls.returnReview, async ({ who, params, body, request }) => {
    await sql.begin(async (tx) => {
      const { person_id } = who
      const word = body.word.trim()
      const { row, review, is_done } = await decided(tx, who, params.materialId, { ...body, word })
      if (is_done) return
      await writeReturned(tx, { material_id: row.id, person_id, word, now: clock.now() })
      await note(tx, who, request, {
        event: 'material_review_returned',
        business_id: row.business_id,
        subject: `material ${row.id}`,
        after: { name: review.title },
      })
      const { business_id, id: material_id } = row
      const { title, wrote_id } = review
      const how = {
        authors: [review.person_id, wrote_id],
        word: 'Материал вернули',
        lines: [word],
      }
      await notifier.decided(tx, { business_id, material_id, title }, how)
    })
    notifier.wake()
    return { ok: true }
  })
}
