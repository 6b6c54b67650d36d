import * as calls from '@podmoga/contract/desk/health'
import { deviceKindName } from '@podmoga/contract/devices'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findCardRow, findNote, listCardDevices, listManagers, writeNote } from './card.sql.ts'
import { repeatsOf } from './health.answers.ts'
import { listRepeats } from './health.sql.ts'

/** Routes of a restaurant's page for the agents who serve it, with the note that they share. */
export const cardRoutes = (on: On, { sql, clock }: Deps): void => {
  on(calls.getRestaurantCard, async ({ who, params }) => {
    const restaurant_id = rowId(params.restaurantId)
    const row = await findCardRow(sql, { business_ids: who.business_ids, restaurant_id })
    if (row === undefined) throw refuse('not_found')
    const about = { restaurant_id, now: clock.now() }
    const [managers, devices, repeats, note] = await Promise.all([
      listManagers(sql, restaurant_id),
      listCardDevices(sql, about),
      listRepeats(sql, about),
      findNote(sql, restaurant_id),
    ])
    const { business_id: _, archived_at, ...facts } = row
    return {
      ...facts,
      archived_at: archived_at?.toISOString() ?? null,
      managers,
      devices: devices.map(({ kind, ...device }) => ({ ...device, kind_name: deviceKindName(kind) })),
      repeats: repeatsOf(repeats),
      note: { ...note, changed_at: note.changed_at?.toISOString() ?? null },
    }
  })

  on(calls.setRestaurantNote, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const restaurant_id = rowId(params.restaurantId)
      const row = await findCardRow(tx, { business_ids: who.business_ids, restaurant_id })
      if (row === undefined) throw refuse('not_found')
      const { business_id } = row
      const { person_id, session_id } = who
      const now = clock.now()
      const before = await findNote(tx, restaurant_id)
      const version = await writeNote(tx, { restaurant_id, ...body, person_id, now })
      if (version === undefined) throw refuse('changed_meanwhile')
      await writeAudit(tx, {
        at: now,
        event: 'restaurant_note_changed',
        person_id,
        session_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
        subject: `restaurant ${restaurant_id}`,
        before: { note: before.text },
        after: { note: body.text },
      })
      return { version }
    }),
  )
}
