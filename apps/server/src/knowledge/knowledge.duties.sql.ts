import type { Db } from '@podmoga/sql/sql'

/** Returns a person's feedback on articles for their data export. */
export const listFeedback = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select m.title as material, f.helpful, f.given_at from material_feedback f
    join materials m on m.id = f.material_id
  where f.person_id = ${person_id} order by f.given_at limit 10000`
