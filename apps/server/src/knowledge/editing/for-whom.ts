import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as calls from '@podmoga/contract/desk/material/audience'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listAudiences } from '../knowledge.audience.sql.ts'
import { audienceText } from '../knowledge.audience.ts'
import { changeKnowledge, writeForWhom } from '../knowledge.write.sql.ts'
import { businessOf, ownerOf } from './editing.rules.ts'
import { countOwn, findForWhom, listAudienceRestaurants } from './for-whom.sql.ts'
import { nameOf } from './journal.sql.ts'
import { subjectOf } from './journal.ts'

const EVERYBODY = 'всем'
const STALE = 'Кому виден материал, уже изменил другой редактор. Посмотрите, что поменялось, и повторите.'

const isSame = (one: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean =>
  isDeepStrictEqual(
    one.map((list) => list.toSorted()),
    other.map((list) => list.toSorted()),
  )

/** Routes of a material's audience. Not part of its text: a change takes effect at once, without publishing. */
export const knowledgeForWhomRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  const answer = async (db: Db, material_id: string): Promise<calls.MaterialAudience> => {
    const forWhom = await findForWhom(db, material_id)
    const audiences = await listAudiences(db, [material_id])
    const canonical = JSON.stringify([forWhom.roles, forWhom.restaurants.map(({ id }) => id), forWhom.groups])
    return {
      ...forWhom,
      text: audienceText(audiences.get(material_id)),
      revision: createHash('sha256').update(canonical).digest('base64url'),
    }
  }

  on(calls.getAudience, async ({ who, params }) => {
    const id = rowId(params.materialId)
    await ownerOf(sql, who, { level: 'materials', id })
    return answer(sql, id)
  })

  on(calls.listAudienceChoices, async ({ who, query }) => ({
    restaurants: await listAudienceRestaurants(sql, businessOf(who, query.business)),
  }))

  on(calls.setAudience, async ({ who, params, body, request }) => {
    const thing = { level: 'materials', id: rowId(params.materialId) } as const
    const business_id = await ownerOf(sql, who, thing)
    const roles = calls.AUDIENCE_ROLES.filter((role) => body.roles.includes(role))
    const restaurant_ids = [...new Set(body.restaurants)]
    const groups = [...new Set(body.groups)].sort()
    return changeKnowledge(sql, business_id, async (tx) => {
      await ownerOf(tx, who, thing)
      const before = await answer(tx, thing.id)
      // All roles mean no restriction.
      const some = roles.length === calls.AUDIENCE_ROLES.length ? [] : roles
      if (before.revision !== body.revision) {
        // A retry after a lost answer is not another editor's change.
        const there = before.restaurants.map(({ id }) => id)
        if (isSame([before.roles, before.groups, there], [some, groups, restaurant_ids])) return before
        throw refuse('stale_draft', { message: STALE })
      }
      const isOwn = restaurant_ids.every(isRowId)
      if (!isOwn || (await countOwn(tx, business_id, restaurant_ids)) !== restaurant_ids.length)
        throw refuse('invalid', { fields: { restaurants: FIELD.bad_value } })
      await writeForWhom(tx, { material_id: thing.id, business_id, roles: some, restaurant_ids, groups })
      const after = await answer(tx, thing.id)
      if (!isDeepStrictEqual(before, after)) {
        const { name } = await nameOf(tx, thing)
        await note(tx, who, request, {
          event: 'material_audience_changed',
          business_id,
          subject: subjectOf(thing),
          before: { name, audience: before.text ?? EVERYBODY },
          after: { name, audience: after.text ?? EVERYBODY },
        })
      }
      return after
    })
  })
}
