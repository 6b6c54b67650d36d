import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/confirmation'

/** Proves by the password that it is still them. */
export const confirm = (call: Call, password: string) => call(calls.confirm, { body: { password } })
