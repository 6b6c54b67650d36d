import type { Db } from '@podmoga/sql/sql'
import type { AddressKind } from '../profile.addresses.ts'

/** A person who may set a new password by a code, and the address the code goes to. */
export interface Recoverable {
  id: string
  business_id: string
  kind: AddressKind
  address: string
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
}

/** Finds the person with this e-mail (any case) or phone who is not disabled. */
export const findRecoverable = async (
  db: Db,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<Recoverable | undefined> => {
  // No row has an empty address: an unreadable login takes the same time as an unknown one.
  const [row] = await db<Omit<Recoverable, 'kind' | 'address'>[]>`
    select id, business_id, email, phone, first_name, last_name from people
    where disabled_at is null
      and ${phone === null ? db`lower(email) = lower(${email ?? ''})` : db`phone = ${phone}`}`
  const kind = phone === null ? 'email' : 'phone'
  const address = row?.[kind] ?? null
  return row === undefined || address === null ? undefined : { ...row, kind, address }
}
