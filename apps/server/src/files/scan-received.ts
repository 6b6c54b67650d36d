import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../http/uploads.ts'
import { ScannerAway } from '../ports/virus-scan.ts'
import { infected, tooLargeToScan } from './upload-refusals.ts'

/** Time budget of a request for scanning all of its files. */
const WAIT_MS = 4000

/**
 * Scans a request's files as they arrive: refuses an infected one, marks one that could not be scanned in time. A scanner
 * that was unavailable a moment ago is not tried.
 */
export const makeScanReceived =
  ({ scanner, log }: Pick<Deps, 'scanner' | 'log'>, wait_ms = WAIT_MS) =>
  (): ((field: string, file: ReceivedFile) => Promise<ReceivedFile>) => {
    let left = wait_ms
    const look = async (file: ReceivedFile) => {
      if (scanner === null) return { is: 'clean' } as const
      if (left < 1 || scanner.wasAway()) return null
      const began = performance.now()
      try {
        return await scanner.scan(file.temp_path, { ms: Math.ceil(left) })
      } catch (error) {
        if (!(error instanceof ScannerAway)) throw error
        log.warn({ err: error }, 'a file waits for the virus scanner')
        return null
      } finally {
        left -= performance.now() - began
      }
    }
    return async (field, file) => {
      const verdict = await look(file)
      if (verdict === null) return { ...file, is_unscanned: true }
      if (verdict.is === 'clean') return file
      log.warn(verdict, 'a file is refused by the virus scanner')
      throw verdict.is === 'infected'
        ? infected(field, file.file_name)
        : tooLargeToScan(field, file.file_name)
    }
  }
