import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/confirmation'
import type { CallInput } from '@podmoga/contract/endpoint'

/** Proves by the password, a code of the second step or a passkey that it is still them. */
export const confirm = (call: Call, proof: CallInput<typeof calls.confirm>['body']) =>
  call(calls.confirm, { body: proof })
