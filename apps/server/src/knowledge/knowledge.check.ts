import type { Db } from '@podmoga/sql/sql'
import { findingsOf, type Report } from '../finding.ts'

/** Checks the ids of covers and files in articles, drafts and versions, which no foreign key can enforce. */
export const checkKnowledge = async (db: Db): Promise<Report> => {
  const [counts] = await db<{ materials: number }[]>`select count(*)::int as materials from materials`
  const lost = await db<{ place: string; file_id: string }[]>`
    with named as (
      select id as material_id, 'materials ' || id as place, cover_id, file_ids from materials
      union all select material_id, 'material_drafts ' || material_id, cover_id, file_ids from material_drafts
      union all select material_id, format('material_versions %s/%s', material_id, number), cover_id, file_ids
        from material_versions
    ), each as (
      select material_id, place, cover_id as file_id from named where cover_id is not null
      union all select material_id, place, unnest(file_ids) from named
    )
    select place, file_id from each
    where not exists (
      select 1 from material_files f where f.id = each.file_id and f.material_id = each.material_id
    ) order by 1, 2`
  return {
    findings: findingsOf('material_file_missing', lost, (row) => `${row.place}: ${row.file_id}`),
    checked: { ...counts },
  }
}
