import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { findRenewals, isSubjectKnown } from './tokens/renewals.sql.ts'

/**
 * Chooses which of the renewal tokens in the request to use: a page belongs to the person it was opened for, and
 * another host of the same domain may have planted someone else's token. Throws `unauthorized` if there are none, and
 * `other_person` if `subject` is a known person and none of the tokens is theirs. An unknown subject is ignored.
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
