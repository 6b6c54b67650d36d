import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { adoptImports, type ImportHead, type RunBy, releaseImport, takeImport } from './import.sql.ts'
import { makeRun } from './run.ts'

/** Longer than any batch: a server that has not touched its import for this long is dead. */
const LEASE_MS = 20_000
const POLL_MS = 2_000
/** Imports that a server takes over at once. */
const AT_ONCE = 2

/**
 * Runs imports in the background and takes over those another server left: at once after its shutdown, when the lease
 * expires after a crash. Each batch takes its rows in the transaction that writes them, so two servers running one
 * import write each row once.
 */
export const makeImportWorker = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock, log, background } = deps
  const run = makeRun(deps, mailQueue)
  const running = new Map<string, Promise<void>>()

  const lease = () => {
    const now = clock.now()
    const from = new Date(now.getTime() - LEASE_MS)
    return { now, lease: { from, to: new Date(now.getTime() + LEASE_MS) } }
  }

  const begin = (head: ImportHead, by: RunBy): void => {
    const work = run(head, by, () => background.closing.aborted)
      .then(() => (background.closing.aborted ? releaseImport(sql, head.id) : undefined))
      .catch((error: unknown) => log.error({ err: error, import_id: head.id }, 'an import has stopped'))
      .finally(() => running.delete(head.id))
    running.set(head.id, work)
  }

  const adopt = async (): Promise<void> => {
    const left = await adoptImports(sql, { ...lease(), except: [...running.keys()], limit: AT_ONCE })
    for (const { run_by, ...head } of left) {
      log.info({ import_id: head.id }, 'an import is adopted')
      begin(head, run_by)
    }
  }

  return {
    jobs: {
      'people import': {
        ms: POLL_MS,
        at_start: true,
        caller: 'people import',
        run: adopt,
        idle: () => Promise.all(running.values()),
      },
    } satisfies Jobs,
    /** Starts a previewed file or continues an interrupted one; does nothing while another server is running it. */
    start: async (head: ImportHead, send: ImportHead['send'], by: RunBy): Promise<void> => {
      const taken = await takeImport(sql, { id: head.id, send, by, ...lease() })
      if (taken !== undefined) begin(taken, by)
    },
  }
}
export type ImportWorker = ReturnType<typeof makeImportWorker>
