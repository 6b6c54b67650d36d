import * as calls from '@podmoga/contract/passkeys'
import { ask } from '@podmoga/web/session/ask'
import { askPasskey } from '@podmoga/web/session/passkey'
import type { Places } from '../return-to.ts'

/** Signs in by a key of this device's; null when the person gave none. */
export const enterByPasskey = async (): Promise<Places | null> => {
  const { options } = await ask(calls.beginPasskeySignIn, {})
  const passkey = await askPasskey(options)
  return passkey === null ? null : ask(calls.signInByPasskey, { body: { passkey } })
}
