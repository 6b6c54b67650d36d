import { createServer } from 'node:net'
import { codeOf, reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'

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

/** An error of listening as a line for whoever starts the server; anything else as it is. */
export const listenError = (error: unknown, host: string, port: number): unknown =>
  error instanceof Error &&
  'syscall' in error &&
  ['listen', 'bind', 'getaddrinfo'].includes(String(error.syscall))
    ? new StartError(lineOf(error, host, port), { cause: error })
    : error

/** Takes the port and lets it go: a start that could not be served should make no database. Throws StartError. */
export const checkPort = async (host: string, port: number): Promise<void> => {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (error) {
    throw listenError(error, host, port)
  }
  await new Promise((resolve) => server.close(resolve))
}
