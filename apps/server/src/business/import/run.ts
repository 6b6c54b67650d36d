import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { asCaller } from '@podmoga/sql/caller'
import type { Deps } from '../../deps.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { remainingFor } from '../operator/operator.sql.ts'
import { isManagerStill, lockPeople } from '../people/people.sql.ts'
import { endImport, type ImportHead, nextRows, type RunBy, settleRows } from './import.sql.ts'
import { makePeopleWriter } from './people-writer.ts'
import { planRows, withinLimit } from './plan.ts'

/** Rows per transaction: few enough that other users of the business do not wait long for the lock. */
const BATCH = 50
const FAILURES_MAX = 5
const AGAIN_MS = 1000

const NO_LONGER = 'Тот, кто вносил файл, больше не ведёт этих людей'

/** Runs an import: each row is planned against the database at that time, so a second run changes nothing. */
export const makeRun = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock, log } = deps
  const { add, change, finish } = makePeopleWriter(deps, mailQueue)

  /** Imports one batch in one transaction; `isOver` if no rows were left. */
  const runBatch = (head: ImportHead, by: RunBy): Promise<{ isOver: boolean; touched: string[] }> =>
    sql.begin(async (tx) => {
      await lockPeople(tx, by.manager.business_id)
      const rows = await nextRows(tx, { id: head.id, limit: BATCH })
      if (rows.length === 0) {
        if (await endImport(tx, head.id)) await finish(tx, head, by)
        return { isOver: true, touched: [] }
      }
      const cells = rows.map((row) => row.cells)
      // Minutes may have passed since the request was authorized, and the manager may have lost their role meanwhile.
      const plans = (await isManagerStill(tx, by.manager, clock.now()))
        ? await planRows(tx, by.manager, cells)
        : cells.map(() => ({ fate: 'bad' as const, says: NO_LONGER }))
      const remaining = await remainingFor(tx, { business_id: by.manager.business_id, what: 'people' })
      const limited = withinLimit(
        // A row that was already bad in the file, e.g. a duplicate, stays bad.
        rows.map((row, at) => (row.fate === 'bad' ? row : (plans[at] ?? row))),
        remaining,
      )
      const settled = rows.map(({ line }, at) => {
        const { fate, says } = limited[at] ?? { fate: 'bad', says: '' }
        return { line, fate, says }
      })
      const added = limited.flatMap((plan) => ('person' in plan && plan.fate === 'add' ? [plan.person] : []))
      if (added.length > 0) await add(tx, by, added, head.send)
      const touched: string[] = []
      for (const plan of limited) if ('before' in plan) touched.push(await change(tx, by, plan))
      await settleRows(tx, { id: head.id, rows: settled, now: clock.now() })
      return { isOver: false, touched }
    })

  /**
   * Imports the remaining rows in batches, until the end or until `isStopping`. A failed batch is planned again and
   * retried, since one of its addresses may have been taken meanwhile. Rejects after several consecutive failures.
   */
  return async (head: ImportHead, by: RunBy, isStopping: () => boolean): Promise<void> => {
    let failures = 0
    while (!isStopping())
      try {
        // Each batch queues for the database separately: all of them together may take minutes.
        const key = by.manager.key?.id
        const { isOver, touched } = await asCaller('people import', () => runBatch(head, by), key)
        for (const person_id of touched) noteRevoked(person_id)
        mailQueue.wake()
        if (isOver) return
        failures = 0
        await breathe()
      } catch (error) {
        failures += 1
        if (failures === FAILURES_MAX) throw error
        log.warn({ err: error, import_id: head.id }, 'a batch of an import is tried again')
        await pause(AGAIN_MS, undefined, { ref: false })
      }
  }
}
