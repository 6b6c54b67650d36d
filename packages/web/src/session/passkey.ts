import type { Assertion } from '@podmoga/contract/second-step'

type Options = Record<string, unknown>

/** Whether this browser supports passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

// The user closed the browser's dialog, or has no matching key: not an error to report.
const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** Answers the server's challenge with a passkey; null if the user gave none. The library is loaded on first use. */
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

/** Creates a passkey; null if the user cancelled, or already has one on this device. */
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
