import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { holderOf } from '@podmoga/embedded-postgres/app-lock'
import { codeOf, reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Config } from '../../config.ts'

const lineOf = (error: unknown, host: string, port: number): string => {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Порт ${port} уже занят другой программой. Остановите её или задайте другой PORT.`
    case 'EACCES':
      return `Порт ${port} этому пользователю недоступен. Задайте PORT больше 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `У этой машины нет адреса ${host}. Исправьте HOST.`
    default:
      return `Не удаётся занять порт ${port} на ${host}: ${reasonOf(error)}.`
  }
}

/** Turns an error of `listen` into a StartError with a message for the operator; returns any other error unchanged. */
export const listenError = (error: unknown, host: string, port: number): unknown =>
  error instanceof Error &&
  'syscall' in error &&
  ['listen', 'bind', 'getaddrinfo'].includes(String(error.syscall))
    ? new StartError(lineOf(error, host, port), { cause: error })
    : error

/** Binds the port and releases it: other processes will bind it. */
export const checkPort = async ({ HOST: host, PORT: port }: Where): Promise<void> => {
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

type Where = Pick<Config, 'HOST' | 'PORT'>

/** How long a stopping server may take to release its port. */
const LEAVING_MS = 3000
const LOOK_MS = 100

/**
 * Binds the port with `take` before anything else: a start that cannot serve should not create a database. If the port's owner
 * may be the app of this data folder, waits a moment, since it may be stopping, and then names it in the error. `data_dir` null:
 * the database is not in a local folder.
 */
export const takePort = async <W extends Where, T>(
  take: (where: W) => Promise<T>,
  where: W,
  data_dir: string | null,
): Promise<T> => {
  const { HOST: host, PORT: port } = where
  const until = performance.now() + LEAVING_MS
  for (let last: number | undefined; ; ) {
    try {
      return await take(where)
    } catch (cause) {
      const error = listenError(cause, host, port)
      const holder = data_dir === null ? undefined : holderOf(data_dir)
      // The owner may have exited between the two checks.
      if (holder === undefined && last === undefined) throw error
      if (performance.now() > until)
        throw new StartError(
          `Порт ${port} занят: приложение с папкой данных ${data_dir} уже запущено${processOf(holder ?? last)}. Пользуйтесь им или остановите его.`,
          { cause: error },
        )
      last = holder
    }
    await pause(LOOK_MS)
  }
}

const processOf = (pid: number | undefined): string =>
  pid === undefined || pid === 0 ? '' : ` (процесс ${pid})`
