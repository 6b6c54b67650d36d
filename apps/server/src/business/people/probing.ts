import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { makeProbing } from '../../profile/codes/probes.ts'
import { findOwners } from '../import/import.sql.ts'

/**
 * Counts the addresses of a new person that people of other businesses have, before the refusal that says so. Past the day's
 * limit refuses every address that no person of the business has, taken or not.
 */
export const makeRefuseProbing = (deps: Pick<Deps, 'sql' | 'clock' | 'config'>) => {
  const probing = makeProbing(deps)
  return (
    who: PeopleManager,
    { email, phone }: { email: string | null; phone: string | null },
  ): Promise<void> =>
    probing(who, async (tx, today) => {
      const emails = email === null ? [] : [email.toLowerCase()]
      const phones = phone === null ? [] : [phone]
      const owners = await findOwners(tx, { emails, phones })
      const strange = [...emails, ...phones]
        .map((address) => ({
          address,
          owner: owners.find((one) => [one.email, one.phone].includes(address)),
        }))
        .filter(({ owner }) => owner?.business_id !== who.business_id)
      today.refuseOver(strange.map(({ address }) => address))
      for (const { address, owner } of strange) if (owner !== undefined) today.note(address)
    })
}
