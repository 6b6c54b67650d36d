import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Logger } from 'pino'
import { StoreUnavailable } from '../ports/files.ts'
import { checkStore, type Installation } from './check-installation.ts'

const AGAIN_MS = 10_000

/**
 * Checks the store now, or, while it is unavailable, as soon as it responds; until then the server is not ready. Throws
 * StartError; `onStrange` receives the error if the store comes back as a different one.
 */
export const checkStoreWhenThere = async (
  installation: Installation,
  log: Logger,
  onStrange: (error: StartError) => void,
): Promise<void> => {
  try {
    await checkStore(installation)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ err: error }, 'the store of files is away: whose it is will be looked at when it is back')
    const again = () => checkStoreWhenThere(installation, log, onStrange)
    setTimeout(() => {
      again().catch((failure: unknown) => {
        if (failure instanceof StartError) onStrange(failure)
        else log.warn({ err: failure }, 'whose the store of files is could not be looked at')
      })
    }, AGAIN_MS).unref()
  }
}
