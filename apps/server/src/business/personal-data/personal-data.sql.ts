import type { Db } from '@podmoga/sql/sql'

/**
 * Whether one person may have another's archive: it is their own, or they are an admin of that person's business and
 * the person is not an operator. Never after the person was erased, nor with an API key that is no longer valid.
 */
export const mayHaveArchive = async (
  db: Db,
  {
    reader_id,
    person_id,
    key_id,
    now,
  }: { reader_id: string; person_id: string; key_id: string | null; now: Date },
): Promise<boolean> => {
  const rows = await db`
    select from people p
    where p.id = ${person_id} and p.erased_at is null and (p.id = ${reader_id} or (
      not exists (select from operators o where o.person_id = p.id)
      and exists (select from desk_members d
        where d.person_id = ${reader_id} and d.business_id = p.business_id and d.role = 'admin')))
      and (${key_id}::uuid is null or exists (select from api_keys k
        where k.id = ${key_id}::uuid and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})))`
  return rows.length > 0
}
