import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import { SAY } from '../profile.texts.ts'
import { addCodeRequest, listAskedAddresses, lockCodeRequests } from './codes.sql.ts'

const DAY_SECONDS = 24 * 3600

/** The addresses that a person has asked about. All are canonical; case does not matter. */
export interface AskedToday {
  /** Whether the address is a new one and the day's limit is reached. Checked before anything is said about it. */
  isOver: (address: string) => boolean
  refuseOver: (addresses: readonly string[]) => void
  /** Counts an address that turned out to be the one of a person of another business. */
  note: (address: string) => void
}

/**
 * Limits how many addresses a person can try for whether anyone in another business has them: those of their own profile,
 * of invitations, of a directory and of files count together. Requests of one person wait for each other, so that a
 * hundred at once have one limit.
 */
export const makeProbing =
  ({ sql, clock, config }: Pick<Deps, 'sql' | 'clock' | 'config'>) =>
  <T>(
    { person_id, business_id }: Pick<Person, 'person_id'> & { business_id: string },
    work: (tx: TransactionSql, asked: AskedToday) => Promise<T>,
  ): Promise<T> =>
    sql.begin(async (tx) => {
      await lockCodeRequests(tx, `person ${person_id}`)
      const now = clock.now()
      const asked = await listAskedAddresses(tx, { person_id, now })
      const known = new Set(asked.map(({ address }) => address))
      let today = asked.filter(({ is_today }) => is_today).length
      const found: string[] = []
      const isOver = (address: string): boolean =>
        today >= config.ADDRESSES_PER_DAY && !known.has(address.toLowerCase())
      const result = await work(tx, {
        isOver,
        refuseOver: (addresses) => {
          if (addresses.some(isOver))
            throw refuse('too_often', { message: SAY.many_addresses, retry_after: DAY_SECONDS })
        },
        note: (given) => {
          const address = given.toLowerCase()
          if (known.has(address)) return
          known.add(address)
          today += 1
          found.push(address)
        },
      })
      for (const address of found) {
        const [purpose, channel] = address.includes('@')
          ? (['email', 'email'] as const)
          : (['phone', 'sms'] as const)
        const ask = { person_id, business_id, purpose, channel, address, now }
        await addCodeRequest(tx, { ...ask, outcome: 'taken' })
      }
      return result
    })
