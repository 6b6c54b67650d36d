import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { codeOf, reasonOf, startErrorOf } from '@podmoga/embedded-postgres/start-error'
import { ConfigError } from './config.ts'
import { StoreMisconfigured, StoreUnavailable } from './ports/files.ts'

/** Exit code of a failure that a retry may fix (EX_TEMPFAIL of sysexits.h); scripts/keep-running.mjs retries it. */
export const TRY_AGAIN = 75

interface Failure {
  /** For the operator: one Russian sentence, or the whole error if it is a bug. */
  message: string
  exit_code: 1 | typeof TRY_AGAIN
}

/** Codes of the system, the driver and PostgreSQL: no connection, too many connections, shutdown, deadlock, lock timeout. */
const PASSING =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|CONNECTION_\w+|08\w{3}|40001|40P01|53300|55P03|57P0[1-5])$/
const SQLITE_BUSY = 5

const chainOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : [])

/** Whether a retry may succeed without any intervention. The innermost cause that has a code decides. */
const isPassing = (chain: readonly Error[]): boolean => {
  if (chain.some((one) => one instanceof StoreUnavailable))
    return !chain.some((one) => one instanceof StoreMisconfigured)
  // The app that uses the data folder is still stopping.
  if (chain.some((one) => 'errcode' in one && one.errcode === SQLITE_BUSY)) return true
  const innermost = chain.at(-1)
  if (innermost === undefined || /\bSSL\b/.test(innermost.message)) return false
  const coded = chain.findLast((one) => codeOf(one) !== '')
  if (coded === undefined) return false
  // The database has not created its socket yet.
  if (codeOf(coded) === 'ENOENT') return 'syscall' in coded && coded.syscall === 'connect'
  return PASSING.test(codeOf(coded))
}

/** Describes what ended a start or a command, and whether to retry it. `dataDir`: an absolute path, named in the message. */
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

/** Prints to stderr why a command failed and sets the exit code, or `exit_code` if given. */
export const failCommand = (error: unknown, exit_code?: number): void => {
  const failure = failureOf(error, resolve(process.env.DATA_DIR || './data'))
  console.error(failure.message)
  process.exitCode = exit_code ?? failure.exit_code
}
