import type { Db } from '@podmoga/sql/sql'

/** The synonyms of a business: groups of words. */
export const listSynonymRows = async (db: Db, business_id: string): Promise<string[][]> => {
  const rows = await db<{ words: string[] }[]>`
    select words from synonyms where business_id = ${business_id} order by id`
  return rows.map((row) => row.words)
}

/** Groups of the thesaurus that a business has switched off, by name. */
export const listThesaurusOff = async (db: Db, business_id: string): Promise<string[]> => {
  const rows = await db<{ group_id: string }[]>`
    select group_id from thesaurus_off where business_id = ${business_id} order by group_id`
  return rows.map((row) => row.group_id)
}
