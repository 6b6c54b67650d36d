import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '..')

/** The real server as a separate process. */
export interface AppProcess {
  url: string
  pid: number
  /** From the start of the process to the first 200 of /health/ready. */
  ready_ms: number
  /** SIGTERM; settles when all processes have ended. */
  end: () => Promise<void>
  /** SIGKILL to it, its database and all their children at once; settles when the process has ended. */
  kill: () => Promise<void>
}

const running = new Set<ChildProcess>()
/** Signals the whole group, as a terminal does: `npm` and the shell in between do not forward signals. */
const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It has already ended.
  }
}

process.on('exit', () => {
  for (const child of running) endGroup(child)
})

/** Returns `pid` and all its descendants, itself first. */
export const familyOf = (pid: number): number[] => {
  const children = new Map<number, number[]>()
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const family = [pid]
  for (const one of family) family.push(...(children.get(one) ?? []))
  return family
}

/** Sends a signal to `pid` and all its descendants. */
export const signalFamily = (pid: number, signal: NodeJS.Signals): void => {
  for (const one of familyOf(pid))
    try {
      process.kill(one, signal)
    } catch {
      // It has ended since it was listed.
    }
}

export const killFamily = (pid: number): void => signalFamily(pid, 'SIGKILL')

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/**
 * Runs `command` (by default the server as `npm start` runs it, without install and build) and waits until it is ready.
 * Throws with its last output if it ends before that.
 */
export const startApp = async (options: {
  port: number
  env: Record<string, string>
  command?: readonly string[]
  cwd?: string
  within_ms?: number
}): Promise<AppProcess> => {
  const [file = '', ...args] = options.command ?? [
    process.execPath,
    '--max-semi-space-size=16',
    'apps/server/src/main.ts',
  ]
  const url = `http://localhost:${options.port}`
  // Otherwise another server would be measured and written to.
  if (await isReady(url)) throw new Error(`На порту ${options.port} уже работает другой сервер.`)
  const started = performance.now()
  const child = spawn(file, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, PORT: String(options.port), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-4000)
    })
  let ended = false
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      running.delete(child)
      resolve()
    })
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} did not start`)
  while (!(await isReady(url))) {
    if (ended || performance.now() - started > (options.within_ms ?? 60_000)) {
      if (!ended) killFamily(pid)
      throw new Error(`the server did not become ready:\n${words}`)
    }
    await pause(20)
  }
  return {
    url,
    pid,
    ready_ms: performance.now() - started,
    end: () => {
      endGroup(child)
      return gone
    },
    kill: () => {
      killFamily(pid)
      return gone
    },
  }
}
