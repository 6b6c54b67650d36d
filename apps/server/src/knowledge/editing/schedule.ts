import * as calls from '@podmoga/contract/desk/material/schedule'
import type { Db } from '@podmoga/sql/sql'
import type { Every } from '../../background/background.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { searchTextOf } from '../html-text.ts'
import { changeKnowledge, dropSchedule, publishText } from '../knowledge.write.sql.ts'
import { editedMaterial, problemsOf, refuseStale, refuseUnready } from './editing.rules.ts'
import {
  findSchedule,
  listDueSchedules,
  momentOf,
  SAME,
  takeDueSchedule,
  writeSchedule,
} from './schedule.sql.ts'

const YEAR_MS = 366 * 24 * 60 * 60_000
const LOOK_MS = 5000

/** Routes of scheduled publishing. */
export const knowledgeScheduleRoutes = (
  on: On,
  { sql, clock }: Deps,
  needsReview: (business_id: string) => boolean,
): void => {
  const note = makeNote(clock)
  const answer = async (db: Db, { business_ids }: DeskMember, material_id: string) => {
    const { id, state } = await editedMaterial(db, { business_ids, material_id })
    const schedule = await findSchedule(db, id)
    return {
      state,
      schedule:
        schedule === undefined ? null : { ...schedule, publish_at: schedule.publish_at.toISOString() },
    }
  }

  on(calls.getSchedule, ({ who, params }) => answer(sql, who, params.materialId))

  on(calls.scheduleMaterial, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const { business_ids, person_id } = who
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      if (needsReview(row.business_id)) throw refuse('review_needed')
      refuseStale(row, body.revision)
      const problems = await problemsOf(tx, row)
      refuseUnready(row.content, problems)
      if (row.state === 'published') throw refuse('invalid', { message: SAME })
      const now = clock.now()
      const publish_at = await comingMoment(tx, row.business_id, body.at, now)
      const { title, content, cover_id, file_ids } = row
      const text = { title, content, cover_id, file_ids }
      await writeSchedule(tx, { material_id: row.id, publish_at, ...text, person_id, now })
      await note(tx, who, request, {
        event: 'material_scheduled',
        business_id: row.business_id,
        subject: `material ${row.id}`,
        after: { name: title, publish_at: body.at.replace('T', ' ') },
      })
      return { ...(await answer(tx, who, row.id)), problems }
    }),
  )

  on(calls.cancelSchedule, ({ who, params, request }) =>
    sql.begin(async (tx) => {
      const { business_ids } = who
      const row = await editedMaterial(tx, { business_ids, material_id: params.materialId, lock: true })
      if (await dropSchedule(tx, row.id))
        await note(tx, who, request, {
          event: 'material_unscheduled',
          business_id: row.business_id,
          subject: `material ${row.id}`,
          after: { name: row.title },
        })
      return { ok: true }
    }),
  )
}

/** Returns the moment of a local time. Throws `invalid` unless it is in the future, within a year. */
export const comingMoment = async (db: Db, business_id: string, local: string, now: Date): Promise<Date> => {
  const at = await momentOf(db, business_id, local)
  if (at <= now || at.getTime() > now.getTime() + YEAR_MS)
    throw refuse('invalid', { fields: { at: 'Время должно быть впереди, не дальше года' } })
  return at
}

/** Publishes due texts; only one server publishes each. A failed one is retried and does not block the others. */
export const publishDue = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Every => ({
  ms: LOOK_MS,
  run: async () => {
    const due = await listDueSchedules(sql, clock.now())
    const failures: unknown[] = []
    for (const one of due)
      await publishScheduled(sql, one, clock.now()).catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  },
})

const publishScheduled = (
  sql: Deps['sql'],
  { material_id, business_id }: { material_id: string; business_id: string },
  now: Date,
): Promise<void> =>
  changeKnowledge(sql, business_id, async (tx) => {
    const text = await takeDueSchedule(tx, { material_id, now })
    if (text === undefined) return
    const published = {
      id: material_id,
      ...text,
      ...searchTextOf(text.content),
      now,
      is_scheduled: true,
      keeps_review: true,
    }
    const { number } = await publishText(tx, published)
    const { person_id, title } = text
    await writeAudit(tx, {
      at: now,
      event: 'material_published',
      person_id,
      business_id,
      subject: `material ${material_id}`,
      after: { name: title, version: number },
    })
  })
