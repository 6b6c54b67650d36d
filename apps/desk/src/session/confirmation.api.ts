import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/confirmation'

/** Proves by the password, or by a code of the second step, that it is still them. */
export const confirm = (call: Call, proof: { password: string } | { code: string }) =>
  call(calls.confirm, { body: proof })
