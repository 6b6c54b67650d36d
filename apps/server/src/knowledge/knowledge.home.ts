import type { HomeLists } from '@podmoga/contract/home'
import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import type { Sql } from 'postgres'
import { listFaqRows, listSectionRows } from './knowledge.sql.ts'

/** The lists of a restaurant's help home, as its calls answer them. */
export const homeLists = async (sql: Sql, who: { restaurant_id: string }): Promise<HomeLists> => {
  const [faq, sections] = await Promise.all([listFaqRows(sql, who), listSectionRows(sql, who)])
  return {
    restaurant_id: who.restaurant_id,
    faq: listMaterials.answer.parse(faq),
    sections: listSections.answer.parse(sections),
  }
}
