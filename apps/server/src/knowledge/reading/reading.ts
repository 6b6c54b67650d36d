import * as calls from '@podmoga/contract/desk/reading'
import { SEARCH_RESULTS } from '@podmoga/contract/fields/limits'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listAudiences } from '../knowledge.audience.sql.ts'
import { audienceText } from '../knowledge.audience.ts'
import { makeMaterialAnswer } from './reading.answers.ts'
import { findMaterialRow, findServedRestaurant, listFaqRows, listPublishedTree } from './reading.sql.ts'
import type { KnowledgeSearch } from './search-index.ts'

/** Routes by which an agent reads the base of a restaurant that they serve: materials of every audience, with its description. */
export const knowledgeReadingRoutes = (on: On, deps: Deps, search: KnowledgeSearch): void => {
  const { sql } = deps
  const materialAnswer = makeMaterialAnswer(deps)

  const served = async ({ business_ids }: DeskMember, restaurant: string) => {
    const found = await findServedRestaurant(sql, { restaurant_id: rowId(restaurant), business_ids })
    if (found === undefined) throw refuse('not_found')
    return { ...found, member_id: null }
  }

  on(calls.getPublishedTree, async ({ who, query }) => {
    const sections = await listPublishedTree(sql, await served(who, query.restaurant))
    return {
      sections: sections.map(({ subcategories, ...section }) => ({
        ...section,
        subcategories: subcategories.map(({ materials, ...subcategory }) => ({
          ...subcategory,
          materials: materials.map((material) => ({
            ...material,
            audience: audienceText(material.audience),
          })),
        })),
      })),
    }
  })

  // Not recorded as a miss: an agent's query is not one of staff.
  on(calls.searchPublished, async ({ who, query }) => {
    const reader = await served(who, query.restaurant)
    const found =
      query.search === ''
        ? await listFaqRows(sql, reader)
        : await search.search(reader.business_id, query.search, SEARCH_RESULTS, reader)
    const ids = found.map(({ id }) => id)
    const audiences = await listAudiences(sql, ids)
    return found.map((one) => ({ ...one, audience: audienceText(audiences.get(one.id)) }))
  })

  on(calls.getPublished, async ({ who, params, query }) => {
    const { restaurant_id, member_id } = await served(who, query.restaurant)
    const reader = { restaurant_id, member_id }
    const row = await findMaterialRow(sql, { ...reader, material_id: rowId(params.materialId) })
    if (row === undefined) throw refuse('not_found')
    const audiences = await listAudiences(sql, [row.id])
    return { ...(await materialAnswer(who, reader, row)), audience: audienceText(audiences.get(row.id)) }
  })
}
