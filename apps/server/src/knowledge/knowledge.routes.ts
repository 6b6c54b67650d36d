import * as calls from '@podmoga/contract/knowledge'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { makeMaterialAnswer } from './knowledge.answers.ts'
import {
  findMaterialRow,
  listFaqRows,
  listSectionRows,
  listSubcategoryMaterialRows,
} from './knowledge.sql.ts'

/** The knowledge base as restaurant staff read it: their own business's, and of it what is published. */
export const knowledgeRoutes = (on: On, deps: Deps): void => {
  const { sql } = deps
  const materialAnswer = makeMaterialAnswer(deps)

  on(calls.listSections, ({ who }) => listSectionRows(sql, who))

  const sectionOf = async (restaurant_id: string, id: string) => {
    const [section] = await listSectionRows(sql, { restaurant_id, section_id: rowId(id) })
    if (section === undefined) throw refuse('not_found')
    return section
  }

  on(calls.getSection, ({ who, params }) => sectionOf(who.restaurant_id, params.sectionId))

  on(
    calls.listSubcategories,
    async ({ who, params }) => (await sectionOf(who.restaurant_id, params.sectionId)).subcategories,
  )

  on(calls.listSubcategoryMaterials, async ({ who, params }) => {
    const subcategory_id = rowId(params.subcategoryId)
    const rows = await listSubcategoryMaterialRows(sql, { restaurant_id: who.restaurant_id, subcategory_id })
    if (rows === undefined) throw refuse('not_found')
    return rows
  })

  on(calls.listMaterials, async ({ who, query }) => {
    if (query.search === '') return listFaqRows(sql, who)
    return []
  })

  on(calls.getMaterial, async ({ who, params }) => {
    const material_id = rowId(params.materialId)
    const row = await findMaterialRow(sql, { restaurant_id: who.restaurant_id, material_id })
    if (row === undefined) throw refuse('not_found')
    return materialAnswer(who, row)
  })
}
