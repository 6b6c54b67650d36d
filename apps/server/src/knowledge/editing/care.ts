import { isDeepStrictEqual } from 'node:util'
import * as calls from '@podmoga/contract/desk/material/care'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findCare, listEditors, writeCare, writeChecked } from './care.sql.ts'
import { ownerOf } from './editing.rules.ts'
import { nameOf } from './journal.sql.ts'
import { subjectOf } from './journal.ts'

/** Routes of a material's owner and re-check date. They are not part of its text: no revision, not visible to readers. */
export const knowledgeCareRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  const answer = async (db: Db, business_id: string, material_id: string): Promise<calls.MaterialCare> => {
    const care = await findCare(db, material_id)
    const owner = (await listEditors(db, business_id)).find(({ id }) => id === care?.owner_id) ?? null
    return {
      owner,
      check_on: care?.check_on ?? null,
      check_months: care?.check_months ?? null,
      checked_at: care?.checked_at?.toISOString() ?? null,
      checked_by: care?.checked_by ?? null,
    }
  }

  on(calls.getCare, async ({ who, params }) => {
    const id = rowId(params.materialId)
    return answer(sql, await ownerOf(sql, who, { level: 'materials', id }), id)
  })

  const factsOf = ({ owner, check_on, check_months }: calls.MaterialCare) => ({
    owner: owner?.name ?? null,
    check_on,
    check_months,
  })

  on(calls.setCare, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const material_id = rowId(params.materialId)
      const business_id = await ownerOf(tx, who, { level: 'materials', id: material_id })
      const { owner } = body
      if (owner !== undefined && owner !== null) {
        const editors = await listEditors(tx, business_id)
        if (!editors.some(({ id }) => id === owner))
          throw refuse('invalid', { fields: { owner: FIELD.bad_value } })
      }
      const before = factsOf(await answer(tx, business_id, material_id))
      await writeCare(tx, { material_id, business_id, now: clock.now(), ...body })
      const care = await answer(tx, business_id, material_id)
      const thing = { level: 'materials', id: material_id } as const
      const { name } = await nameOf(tx, thing)
      if (!isDeepStrictEqual(before, factsOf(care)))
        await note(tx, who, request, {
          event: 'material_care_changed',
          business_id,
          subject: subjectOf(thing),
          before: { name, ...before },
          after: { name, ...factsOf(care) },
        })
      return care
    }),
  )

  on(calls.markChecked, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const material_id = rowId(params.materialId)
      const business_id = await ownerOf(tx, who, { level: 'materials', id: material_id })
      const { person_id } = who
      if (await writeChecked(tx, { material_id, business_id, person_id, ...body, now: clock.now() })) {
        const thing = { level: 'materials', id: material_id } as const
        const { name } = await nameOf(tx, thing)
        await note(tx, who, request, {
          event: 'material_checked',
          business_id,
          subject: subjectOf(thing),
          after: { name },
        })
      }
      return answer(tx, business_id, material_id)
    }),
  )
}
