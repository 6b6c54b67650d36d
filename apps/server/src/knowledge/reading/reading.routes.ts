import * as feedback from '@podmoga/contract/feedback'
import { SEARCH_RESULTS } from '@podmoga/contract/fields/limits'
import * as calls from '@podmoga/contract/knowledge'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { RecordSearch } from '../../ports/domains/record-search.ts'
import { textOfHtml } from '../html-text.ts'
import type { Reader } from '../knowledge.audience.sql.ts'
import { giveFeedback } from '../knowledge.gaps.sql.ts'
import { makeMisses } from './misses.ts'
import { makeMaterialAnswer } from './reading.answers.ts'
import {
  findMaterialRow,
  listFaqContents,
  listFaqRows,
  listSectionRows,
  listSubcategoryMaterialRows,
} from './reading.sql.ts'
import { knowledgeReadingRoutes } from './reading.ts'
import { type KnowledgeSearch, makeKnowledgeSearch } from './search-index.ts'

/** Returns those of these materials that are frequent questions of a restaurant, as plain text, for the page without scripts. */
export const readFaq = async (
  sql: Deps['sql'],
  restaurant_id: string,
  ids: readonly string[],
): Promise<{ title: string; text: string }[]> => {
  const rows = await listFaqContents(sql, rowId(restaurant_id), ids)
  return rows.map(({ title, content }) => ({ title, text: textOfHtml(content).text }))
}

const readerOf = ({ restaurant_id, person_id }: Staff): Reader => ({ restaurant_id, member_id: person_id })

/** Routes by which restaurant staff read the published base of their business. Returns its search, which the desk uses too. */
export const knowledgeRoutes = (
  app: FastifyInstance,
  on: On,
  deps: Deps,
  recordSearch: RecordSearch,
): KnowledgeSearch => {
  readRoutes(on, deps)
  const search = searchRoutes(app, on, deps, recordSearch)

  on(feedback.giveFeedback, async ({ who, params, body }) => {
    const material_id = rowId(params.materialId)
    const given = { ...readerOf(who), person_id: who.person_id, material_id, ...body }
    if (!(await giveFeedback(deps.sql, given))) throw refuse('not_found')
    return { ok: true }
  })
  return search
}

const searchRoutes = (
  app: FastifyInstance,
  on: On,
  deps: Deps,
  recordSearch: RecordSearch,
): KnowledgeSearch => {
  const search = makeKnowledgeSearch(deps)
  const misses = makeMisses(deps)
  knowledgeReadingRoutes(on, deps, search)
  // Not in tests: most never search, and those that do build the index at their first search.
  if (deps.config.NODE_ENV !== 'test') deps.warmUp.add('search of articles', async () => void search.warm())
  app.addHook('onClose', async () => {
    await search.stop()
    await misses.flush()
  })

  on(calls.listMaterials, async ({ who, query }) => {
    if (query.search === '') return listFaqRows(deps.sql, readerOf(who))
    const { business_id, restaurant_id, person_id } = who
    recordSearch({ business_id, restaurant_id, person_id })
    const found = await search.search(business_id, query.search, SEARCH_RESULTS, readerOf(who))
    if (query.unasked === undefined)
      misses.searched(
        { business_id, person_id, query: query.search },
        found.some(({ sure }) => sure),
      )
    return found
  })
  return search
}

const readRoutes = (on: On, deps: Deps): void => {
  const { sql } = deps
  const materialAnswer = makeMaterialAnswer(deps)

  on(calls.listSections, ({ who }) => listSectionRows(sql, readerOf(who)))

  const sectionOf = async (who: Staff, id: string) => {
    const [section] = await listSectionRows(sql, { ...readerOf(who), section_id: rowId(id) })
    if (section === undefined) throw refuse('not_found')
    return section
  }

  on(calls.getSection, ({ who, params }) => sectionOf(who, params.sectionId))

  on(
    calls.listSubcategories,
    async ({ who, params }) => (await sectionOf(who, params.sectionId)).subcategories,
  )

  on(calls.listSubcategoryMaterials, async ({ who, params }) => {
    const subcategory_id = rowId(params.subcategoryId)
    const rows = await listSubcategoryMaterialRows(sql, { ...readerOf(who), subcategory_id })
    if (rows === undefined) throw refuse('not_found')
    return rows
  })

  on(calls.getMaterial, async ({ who, params }) => {
    const material_id = rowId(params.materialId)
    const row = await findMaterialRow(sql, { ...readerOf(who), material_id })
    if (row === undefined) throw refuse('not_found')
    return materialAnswer(who, readerOf(who), row)
  })
}
