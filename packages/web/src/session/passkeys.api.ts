import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { askPasskey, makePasskey } from './passkey.ts'

const NOTHING = { ok: false, error: 'Браузер не получил ключ. Попробуйте ещё раз.' }

export const passkeysQuery = (call: Call) =>
  queryOptions({
    queryKey: ['session', 'passkeys'],
    queryFn: ({ signal }) => call(calls.listPasskeys, {}, { signal }),
    staleTime: 0,
  })

/** Creates a passkey in the browser and registers it with the server. */
export const addPasskey = async (call: Call, name: string, second_step: boolean) => {
  const { options } = await call(calls.beginNewPasskey, {})
  const passkey = await makePasskey(options)
  if (passkey === null) return { ...NOTHING, recovery_codes: [] }
  return call(calls.addPasskey, { body: { name, passkey, second_step } })
}

export const renamePasskey = (call: Call, passkeyId: string, name: string) =>
  call(calls.renamePasskey, { params: { passkeyId }, body: { name } })

export const removePasskey = (call: Call, passkeyId: string) =>
  call(calls.removePasskey, { params: { passkeyId } })

/** Gets a passkey's answer to a new challenge, and passes it to `send`. */
export const withPasskey = async <T extends object>(
  call: Call,
  send: (passkey: NonNullable<Awaited<ReturnType<typeof askPasskey>>>) => Promise<T>,
): Promise<T | typeof NOTHING> => {
  const { options } = await call(calls.beginPasskey, {})
  const passkey = await askPasskey(options)
  return passkey === null ? NOTHING : send(passkey)
}
