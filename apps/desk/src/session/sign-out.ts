import { makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { signOut } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import { tokensIn, USER_TOKENS } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'

const LONGEST_WAIT_MS = 4000
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : null

const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: (): Record<string, string> => {
    const token = tokensIn(document.cookie)?.access_token
    return { 'Accept-Language': 'ru', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
  },
})

/** Ends the session on the server (as far as it can be reached), in this browser and in the person's other tabs. */
export const endSession = async (): Promise<void> => {
  try {
    await ask(signOut, {}, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
  for (const domain of new Set([config.cookie_domain, ''])) {
    const place = `path=/; samesite=lax${domain === '' ? '' : `; domain=${domain}`}`
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
    document.cookie = `${USER_TOKENS}=; max-age=0; ${place}`
  }
  channel?.postMessage({ kind: 'signed_out' })
}

/** Tells when the session has ended elsewhere: another tab said so, or the cookie is gone. Returns how to stop. */
export const onSignedOut = (listener: () => void): (() => void) => {
  const hear = (event: MessageEvent<{ kind?: string }>) => {
    if (event.data.kind === 'signed_out') listener()
  }
  const look = () => {
    if (!document.hidden && tokensIn(document.cookie) === null) listener()
  }
  channel?.addEventListener('message', hear)
  document.addEventListener('visibilitychange', look)
  return () => {
    channel?.removeEventListener('message', hear)
    document.removeEventListener('visibilitychange', look)
  }
}
