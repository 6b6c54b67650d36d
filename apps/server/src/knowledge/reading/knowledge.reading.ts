import * as calls from '@podmoga/contract/desk/reading'
import { SEARCH_RESULTS } from '@podmoga/contract/fields/limits'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { makeMaterialAnswer } from './knowledge.answers.ts'
import type { KnowledgeSearch } from './knowledge.index.ts'
import { findMaterialRow, findServedRestaurant, listFaqRows, listPublishedTree } from './knowledge.sql.ts'

/** The base as an agent reads it: what the staff of a restaurant that they answer would see, and nothing more. */
export const knowledgeReadingRoutes = (on: On, deps: Deps, search: KnowledgeSearch): void => {
  const { sql } = deps
  const materialAnswer = makeMaterialAnswer(deps)

  const served = async ({ business_ids }: DeskMember, restaurant: string) => {
    const found = await findServedRestaurant(sql, { restaurant_id: rowId(restaurant), business_ids })
    if (found === undefined) throw refuse('not_found')
    return found
  }

  on(calls.getPublishedTree, async ({ who, query }) => ({
    sections: await listPublishedTree(sql, await served(who, query.restaurant)),
  }))

  // Not noted among what staff looked for in vain: an agent's words are not theirs.
  on(calls.searchPublished, async ({ who, query }) => {
    const place = await served(who, query.restaurant)
    return query.search === ''
      ? listFaqRows(sql, place)
      : search.search(place.business_id, query.search, SEARCH_RESULTS)
  })

  on(calls.getPublished, async ({ who, params, query }) => {
    const { restaurant_id } = await served(who, query.restaurant)
    const row = await findMaterialRow(sql, { restaurant_id, material_id: rowId(params.materialId) })
    if (row === undefined) throw refuse('not_found')
    return materialAnswer({ ...who, restaurant_id }, row)
  })
}
