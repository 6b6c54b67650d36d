import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { until } from './engine.ts'

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts')
const READY_MS = 120_000

/** Starts the real server with the demo in a separate folder. */
export const startServer = async (port: number, folder: string) => {
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      SEED: 'demo',
      DATA_DIR: folder,
      NODE_ENV: 'development',
      REQUESTS_PER_MINUTE: '100000',
    },
  })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000)
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  const stop = () => void child.kill()
  process.once('exit', stop)
  const isReady = async () => {
    if (child.exitCode !== null) return false
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok || null
  }
  if ((await until(READY_MS, isReady)) !== true) throw new Error(`Сервер не поднялся:\n${words}`)
  return {
    url,
    /** Freezes the server, as if the network were lost, or resumes it. */
    freeze: (is: boolean): void => void child.kill(is ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      stop()
      await gone
      process.off('exit', stop)
    },
  }
}
