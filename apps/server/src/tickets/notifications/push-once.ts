import type { FastifyBaseLogger } from 'fastify'
import type { PushDevice, PushHow, WebPush } from '../../ports/web-push.ts'
import { SealError } from '../../secrets.ts'

/** Below 5 s, the limit within which a revocation must take effect: no push may arrive later. */
const PUSH_MS = 4000
const FIRST_RETRY_MS = 5000
const ATTEMPTS = 6

/**
 * The outcome of a push. `gone`: the subscription was cancelled, or must not be used again. `never`: it will not be accepted.
 * `later`: retry after `ms`.
 */
export type PushOutcome = { is: 'sent' } | { is: 'gone' } | { is: 'never' } | { is: 'later'; ms: number }

/**
 * Sends one payload to a browser's push service and interprets the response.
 * @throws SealError if the installation's key cannot be opened.
 */
export const pushOnce = async (
  {
    log,
    push,
    id,
    attempts,
  }: { log: FastifyBaseLogger; push: () => Promise<WebPush>; id: string; attempts: number },
  device: PushDevice,
  payload: object,
  how: Omit<PushHow, 'signal'>,
): Promise<PushOutcome> => {
  const retry = (retry_after: number | null): PushOutcome =>
    attempts >= ATTEMPTS
      ? { is: 'never' }
      : {
          is: 'later',
          ms: Math.max(FIRST_RETRY_MS * 2 ** (attempts - 1), Math.min(retry_after ?? 0, 3600) * 1000),
        }
  try {
    const send = await push()
    const { status, retry_after } = await send(device, JSON.stringify(payload), {
      ...how,
      signal: AbortSignal.timeout(PUSH_MS),
    })
    if (status >= 200 && status < 300) return { is: 'sent' }
    if (status === 404 || status === 410) return { is: 'gone' }
    log.warn({ notice_id: id, status, attempts }, 'a push was not taken')
    const isRefused = status >= 300 && status < 500 && status !== 429 && status !== 408
    return isRefused ? { is: 'never' } : retry(retry_after)
  } catch (error) {
    if (error instanceof SealError) throw error
    const { code, name } = error as { code?: string; name?: string }
    log.warn({ notice_id: id, reason: code ?? name }, 'a push service was not reached')
    // A host that resolves to an internal address will not be allowed on retry either.
    return code === 'INSIDE_ADDRESS' ? { is: 'gone' } : retry(null)
  }
}
