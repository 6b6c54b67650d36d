import type { Db } from '@podmoga/sql/sql'
import { findingsOf, type Report } from '../finding.ts'

/**
 * Reports people with roles or memberships in two businesses. No screen creates them, and neither business's admin may
 * send them a new link, disable or erase them: the operator of the installation has to remove one of the two.
 */
export const checkPeople = async (db: Db): Promise<Report> => {
  const [counts] = await db<{ people: number }[]>`select count(*)::int as people from people`
  const both = await db<{ id: string; business_id: string; what: string }[]>`
    with other as (
      select d.person_id, d.role || ' businesses ' || d.business_id as what
      from desk_members d join people p on p.id = d.person_id where d.business_id <> p.business_id
      union all
      select m.person_id, 'restaurants ' || m.restaurant_id
      from memberships m join people p on p.id = m.person_id join restaurants r on r.id = m.restaurant_id
      where r.business_id <> p.business_id
    )
    select p.id, p.business_id, string_agg(o.what, ', ' order by o.what) as what
    from other o join people p on p.id = o.person_id group by p.id order by p.id`
  return {
    findings: findingsOf(
      'person_of_two_businesses',
      both,
      ({ id, business_id, what }) => `people ${id} (businesses ${business_id}): ${what}`,
    ),
    checked: { ...counts },
  }
}
