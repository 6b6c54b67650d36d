import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { findRenewals, isSubjectKnown } from './tokens/renewals.sql.ts'

/**
 * Which of the renewal tokens that came is to be used: a page belongs to the person it was opened for, and a host of
 * the same domain may have thrown in a token of somebody else's. Refuses `unauthorized` without any, and `other_person`
 * when `subject` is a person of ours and no token that came is theirs. A subject that nobody here bears is not minded.
 */
export const makeChooseRenewal =
  ({ sql }: Deps) =>
  async (token_hashes: readonly Buffer[], subject: string | undefined): Promise<Buffer> => {
    const [first] = token_hashes
    if (first === undefined) throw refuse('unauthorized')
    if (subject === undefined && token_hashes.length === 1) return first
    const found = await findRenewals(sql, { token_hashes })
    const ours = token_hashes.find((hash) => found.some(({ token_hash }) => token_hash.equals(hash)))
    if (ours === undefined || subject === undefined) return ours ?? first
    const own = found.find((one) => one.subject === subject)
    if (own === undefined && (await isSubjectKnown(sql, { subject }))) throw refuse('other_person')
    return own?.token_hash ?? ours
  }
