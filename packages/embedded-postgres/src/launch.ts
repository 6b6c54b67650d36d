import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readPostmaster, signal } from './leftovers.ts'
import type { RunAs } from './run-as.ts'
import { reasonOf, StartError } from './start-error.ts'

export interface PgProcess {
  pid: number
  /** Resolves when the server has exited for any reason, with the reason. */
  exited: Promise<string>
}

export interface LaunchOptions {
  postgres: string
  clusterDir: string
  socketDir: string
  runAs: RunAs
  env: NodeJS.ProcessEnv
  /** Override the default settings. */
  settings: Record<string, string>
  /** Called when the server's process has been started, before it accepts connections. */
  onLaunch?: (() => void) | undefined
}

const READY_WITHIN_MS = 60_000

/**
 * Starts the server and waits until it accepts connections (after a crash: until it has recovered).
 * @throws StartError with the server's last log lines.
 */
export const launch = async (options: LaunchOptions): Promise<PgProcess> => {
  const { clusterDir, runAs } = options
  const settings = { ...usualSettings(options), ...options.settings }
  const line = [...runAs.wrap, options.postgres, '-D', clusterDir]
  for (const [name, value] of Object.entries(settings)) line.push('-c', `${name}=${value}`)
  const [command = options.postgres, ...args] = line
  // A session of its own: Ctrl+C in a terminal must reach only the app, which then stops the database.
  const child = spawn(command, args, {
    ...runAs.spawn,
    env: options.env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  options.onLaunch?.()
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-4_000)
  })
  let gone: string | undefined
  const exited = new Promise<string>((settle) => {
    const end = (cause: string) => {
      gone = cause
      settle(cause)
    }
    child.once('error', (error) => end(reasonOf(error)))
    child.once('exit', (code, name) => end(name ?? `exit code ${code}`))
  })
  const deadline = performance.now() + READY_WITHIN_MS
  while (gone === undefined && performance.now() < deadline) {
    const postmaster = await readPostmaster(clusterDir)
    if (postmaster?.ready && postmaster.pid === child.pid) {
      // The server must not keep the event loop alive: a script ends when its own work is done, and stops the server.
      child.unref()
      unrefStream(child.stderr)
      return { pid: postmaster.pid, exited }
    }
    await pause(20)
  }
  if (gone === undefined && child.pid) await stopProcess({ pid: child.pid, exited })
  const why = (await lastLogLines(clusterDir)) || words.trim() || gone || 'no answer'
  throw new StartError(`PostgreSQL в ${clusterDir} не запустился: ${why}`)
}

const unrefStream = (stream: object): void => {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
}

/** Requests a fast shutdown and escalates if the server does not exit (after 20 s, then 5 s). */
export const stopProcess = async ({ pid, exited }: PgProcess): Promise<void> => {
  for (const [name, withinMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name)
    const over = new AbortController()
    const waited = pause(withinMs, 'late', { signal: over.signal }).catch(() => '')
    if ((await Promise.race([exited, waited])) !== 'late') return over.abort()
  }
}

const usualSettings = ({ socketDir, runAs }: LaunchOptions): Record<string, string> => {
  return {
    listen_addresses: '',
    port: '5432',
    // A list setting: with quotes, a comma in the path is not a separator.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    dynamic_shared_memory_type: runAs.sharedMemory,
    // The shared memory of a container is often 64 MB, and two cores gain nothing from parallel plans.
    max_parallel_workers_per_gather: '0',
    // Limits crash recovery to seconds.
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
    // The detail of an error quotes the row, and personal data must not get into the log.
    log_error_verbosity: 'terse',
  }
}

const lastLogLines = async (clusterDir: string): Promise<string> => {
  const dir = join(clusterDir, 'log')
  const names = await readdir(dir).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(dir, name), time: (await stat(join(dir, name))).mtimeMs })),
  )
  const newest = files.sort((a, b) => b.time - a.time)[0]
  const text = newest ? await readFile(newest.path, 'utf8').catch(() => '') : ''
  const bad = text.split('\n').filter((line) => /FATAL|PANIC/.test(line))
  return bad.at(-1)?.trim() ?? ''
}
