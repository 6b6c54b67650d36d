import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach } from 'vitest'
import { testingRoot } from './testing-root.ts'
import type { SharedCode } from './testing-shared-code.ts'

export type AppMessage = { word: string; line?: string; ms: number; rows: number; pid: number; as?: string }

/** An app in its own process on `dataDir`; `decided` resolves with its first `ready` or `refused`. */
export type TestApp = {
  child: ChildProcess
  messages: AppMessage[]
  decided: Promise<AppMessage>
  exited: Promise<unknown>
}

export type AppOptions = { uid?: number; args?: string[]; env?: NodeJS.ProcessEnv; from?: SharedCode }

function startApp(dataDir: string, options: AppOptions = {}): TestApp {
  const { uid, args = [], env = {}, from } = options
  const script = join(from?.code ?? import.meta.dirname, 'testing-app.ts')
  const child = spawn(from?.node ?? process.execPath, [script, dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // The other user may have no access to the current folder.
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  })
  const messages: AppMessage[] = []
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const exited = new Promise((settle) => child.once('close', settle))
  const decided = new Promise<AppMessage>((settle, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: AppMessage = JSON.parse(line)
      messages.push(message)
      if (message.word === 'ready' || message.word === 'refused') settle(message)
    })
    exited.then(() => fail(new Error(`the app ended without a word: ${errors}`)))
  })
  decided.catch(() => {})
  return { child, messages, decided, exited }
}

/** A folder shared by all tests of a file. */
export const MADE = 'made'

/**
 * Folders and apps for the tests of one file; apps still running after a test are stopped, and all folders are removed at the
 * end.
 */
export function useApps() {
  const root = mkdtempSync(join(testingRoot(), 'podmoga-open-'))
  const apps: TestApp[] = []
  let count = 0
  const stop = async ({ child, exited }: TestApp): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  }
  afterEach(async () => {
    await Promise.all(apps.splice(0).map(stop))
    for (const name of await readdir(root))
      if (name !== MADE) await rm(join(root, name), { recursive: true, force: true })
  })
  afterAll(() => rm(root, { recursive: true, force: true }))
  return {
    root,
    stop,
    /** Returns a path that does not exist yet, with spaces and Cyrillic letters. */
    freshDir(): string {
      count += 1
      return join(root, `данные, ${count}`)
    },
    app(dataDir: string, options?: AppOptions): TestApp {
      const started = startApp(dataDir, options)
      apps.push(started)
      return started
    },
  }
}

/** Polls for a condition outside this process (another process, the kernel), for which there is no event. */
export async function until(fact: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const since = performance.now()
  while (!(await fact())) {
    if (performance.now() - since > withinMs) throw new Error(`not within ${withinMs} ms: ${fact}`)
    await pause(20)
  }
  return performance.now() - since
}

/** Whether a process is running; a zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
