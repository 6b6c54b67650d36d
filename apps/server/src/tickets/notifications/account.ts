import type { PushPayload } from '@podmoga/contract/notifications'
import type { Deps } from '../../deps.ts'
import type { DevicesOf } from '../../ports/domains/person-devices.ts'
import { listDevices } from './notifications.sql.ts'
import type { NoticeParts } from './send.ts'

const PUSH_MS = 4000
const KEPT_S = 24 * 3600
const TAG = 'account'

/**
 * Finds a person's devices before their sessions change; returns a function that sends a push to them. It is sent once,
 * without retries: the e-mail sent beside it is what is sure to arrive.
 */
export const makeDevicesOf =
  ({ log }: Pick<Deps, 'log'>, { push, open }: Pick<NoticeParts, 'push' | 'open'>): DevicesOf =>
  async (db, person_id) => {
    const devices = await listDevices(db, person_id)
    const deliver = async (session_id: string, sealed: Buffer, words: string): Promise<void> => {
      const send = await push()
      const signal = AbortSignal.timeout(PUSH_MS)
      await send(open(sealed, session_id), words, { ttl: KEPT_S, urgency: 'high', topic: TAG, signal })
    }
    return (message) => {
      for (const { session_id, sealed } of devices) {
        const payload: PushPayload = { owner: session_id, kind: 'account', tag: TAG, ...message }
        deliver(session_id, sealed, JSON.stringify(payload)).catch((error: unknown) =>
          log.warn({ err: error, session_id }, 'a device was not told of a change of the account'),
        )
      }
    }
  }
