import { FIELD } from '@podmoga/contract/fields/field-texts'
import { isBlank, isStorable } from '@podmoga/contract/fields/fields'
import * as calls from '@podmoga/contract/incidents'
import type { Deps } from '../../deps.ts'
import { detachFiles } from '../../files/stored-files.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { addTapFiles, listTouching, sayWorks, tap, untap } from './staff.sql.ts'

const iso = (time: Date | string): string => new Date(time).toISOString()

/**
 * Routes of incidents for restaurant staff.
 * @param tapped is called when a person has tapped «И у нас» or undone it.
 */
export const staffIncidentRoutes = (
  on: On,
  { sql, clock, rates }: Deps,
  tapped: (incident_id: string) => void,
): void => {
  on(calls.listIncidents, async ({ who }) =>
    (await listTouching(sql, who, clock.now())).map((row) => ({
      ...row,
      since: iso(row.since),
      until: row.until === null ? null : iso(row.until),
      updates: row.updates.map(({ at, text }) => ({ at: iso(at), text })),
    })),
  )

  on(calls.tapIncident, async ({ who, params, body }) => {
    await rates.take('incident taps', who.person_id, 60, 600)
    const incident_id = rowId(params.incidentId)
    if (!(await tap(sql, { ...who, incident_id, text: body.text ?? null, now: clock.now() })))
      throw refuse('not_found')
    tapped(incident_id)
    return { is_mine: true }
  })

  on(calls.untapIncident, async ({ who, params }) => {
    const incident_id = rowId(params.incidentId)
    await sql.begin(async (tx) => {
      const now = clock.now()
      const keys = await untap(tx, { ...who, incident_id, now })
      if (keys === null) throw refuse('not_found')
      await detachFiles(tx, keys, now)
    })
    tapped(incident_id)
    return { is_mine: false }
  })

  on(calls.addIncidentWords, async ({ who, params, form, files, once }) => {
    const { person_id } = who
    const incident_id = rowId(params.incidentId)
    if (!isStorable(form.text)) throw refuse('invalid', { fields: { text: FIELD.bad_characters } })
    const text = isBlank(form.text) ? null : form.text
    if (text === null && files.length === 0) throw refuse('invalid', { fields: { text: FIELD.required } })
    const answer = await once({
      before: () => rates.take('incident words', person_id, 20, 3600),
      work: async (tx, stored) => {
        const by = { ...who, incident_id, text, is_more: true, now: clock.now() }
        if (!(await tap(tx, by))) throw refuse('not_found')
        await addTapFiles(tx, by, stored)
        return { is_mine: true }
      },
    })
    tapped(incident_id)
    return answer
  })

  on(calls.sayIncidentWorks, async ({ who, params, body: { works } }) => {
    const incident_id = rowId(params.incidentId)
    if (!(await sayWorks(sql, { ...who, incident_id, works }))) throw refuse('not_found')
    tapped(incident_id)
    return { works }
  })
}
