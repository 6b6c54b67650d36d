import type { Assertion } from '@podmoga/contract/second-step'

type Options = Record<string, unknown>

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

// The person closed the browser's own window, or nothing there fits: that is no fault to tell of.
const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** Answers the server's question by a key of the person's; null when they gave none. The code comes with the first use. */
export const askPasskey = async (options: Options): Promise<Assertion | null> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await orNull(startAuthentication({ optionsJSON }))
  if (answer === null) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle === undefined ? {} : { userHandle }),
    },
  }
}

/** Makes a new key; null when the person would rather not, or has one on this device already. */
export const makePasskey = async (options: Options) => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await orNull(startRegistration({ optionsJSON }))
  if (made === null) return null
  const { id, rawId, response } = made
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
  }
}
