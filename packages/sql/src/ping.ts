import type pg from 'pg'
import { type ConnectSettings, connect, cut } from './connect.ts'
import type { Connection } from './connection.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const WITHIN_MS = 2000

/** Checks that the database responds, on a separate connection, because the pool may be full of waiting queries. */
export const makePing = (
  to: Connection,
  settings: ConnectSettings,
  { onAnswer, onSilence }: { onAnswer: () => void; onSilence: () => void },
) => {
  let client: pg.Client | undefined
  let asking: Promise<void> | undefined

  const forget = (): void => {
    if (client !== undefined) cut(client)
    client = undefined
  }

  const answer = async (): Promise<void> => {
    if (client !== undefined && settings.timelines?.isBehind(client) === true) forget()
    if (client === undefined) {
      const opened = await connect(to, settings)
      // This attempt had timed out, and another one may have connected first.
      if (client === undefined) client = opened
      else cut(opened)
    }
    // Behind a pooler, or an address that moves, the same connection may lead to another server.
    if (settings.timelines !== undefined) await settings.timelines.admit(client, to.host)
    else await client.query('select 1')
    onAnswer()
  }

  const ask = async (): Promise<void> => {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(
      () => late.reject(new DatabaseUnavailable('CONNECTION_DEADLINE', 'the database did not answer')),
      WITHIN_MS,
    )
    const answered = answer()
    // It may fail after the timeout, when its result is no longer awaited.
    answered.catch(() => undefined)
    try {
      await Promise.race([answered, late.promise])
    } catch (error) {
      forget()
      onSilence()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** Concurrent calls share one check. */
    ask: (): Promise<void> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    close: forget,
  }
}
