import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { codeOf, reasonOf, startErrorOf } from '@podmoga/embedded-postgres/start-error'
import { ConfigError } from './config.ts'
import { StoreMisconfigured, StoreUnavailable } from './ports/files.ts'

/** Exit code of what may succeed when it is tried again (EX_TEMPFAIL of sysexits.h); scripts/keep-running.mjs does so. */
export const TRY_AGAIN = 75

interface Failure {
  /** For whoever called: one Russian sentence, or the whole error when it is a fault of ours. */
  message: string
  exit_code: 1 | typeof TRY_AGAIN
}

/** Of the system, of the driver, of PostgreSQL: no connection now, too many, a stop, a deadlock, a lock not given in time. */
const PASSING =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|CONNECTION_\w+|08\w{3}|40001|40P01|53300|55P03|57P0[1-5])$/
const SQLITE_BUSY = 5

const chainOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : [])

/** Whether the same may well succeed later, without anybody's doing: the innermost cause that has a code decides. */
const isPassing = (chain: readonly Error[]): boolean => {
  if (chain.some((one) => one instanceof StoreUnavailable))
    return !chain.some((one) => one instanceof StoreMisconfigured)
  // A data folder whose app is still ending.
  if (chain.some((one) => 'errcode' in one && one.errcode === SQLITE_BUSY)) return true
  const innermost = chain.at(-1)
  if (innermost === undefined || /\bSSL\b/.test(innermost.message)) return false
  const coded = chain.findLast((one) => codeOf(one) !== '')
  if (coded === undefined) return false
  // The socket of a database that has not been started yet.
  if (codeOf(coded) === 'ENOENT') return 'syscall' in coded && coded.syscall === 'connect'
  return PASSING.test(codeOf(coded))
}

/** What ended a start or a command, and whether to try it again. `dataDir`: an absolute path, named in the sentence. */
export const failureOf = (error: unknown, dataDir: string): Failure => {
  const passing = isPassing(chainOf(error))
  const expected =
    error instanceof ConfigError || error instanceof StoreUnavailable ? error : startErrorOf(error, dataDir)
  const message =
    expected?.message ??
    (passing
      ? `База данных не отвечает или остановилась (${reasonOf(error)}). Повторите позже.`
      : inspect(error))
  return { message, exit_code: passing ? TRY_AGAIN : 1 }
}

/** Says on stderr why a command failed, and has the process end with the exit code, or with `exit_code` when it is given. */
export const failCommand = (error: unknown, exit_code?: number): void => {
  const failure = failureOf(error, resolve(process.env.DATA_DIR || './data'))
  console.error(failure.message)
  process.exitCode = exit_code ?? failure.exit_code
}
