import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'

const run = promisify(execFile)

/** Sends a signal; returns `false` if the process no longer exists. */
export const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Reads the pid on the first line of `postmaster.pid`, and whether the server reports that it is ready. */
export const readPostmaster = async (
  clusterDir: string,
): Promise<{ pid: number; ready: boolean } | undefined> => {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Stops every PostgreSQL process that still works on `clusterDir` and removes the lock files it left. A pid may have been reused,
 * so each process is checked to be a server of this folder.
 * @returns the number of processes found.
 * @throws StartError if they do not exit within about ten seconds.
 */
export const endLeftovers = async (clusterDir: string): Promise<number> => {
  const found = await serversOf(clusterDir)
  if (found.length > 0) {
    const postmaster = (await readPostmaster(clusterDir))?.pid
    const alive = postmaster !== undefined && found.includes(postmaster)
    if (alive) signal(postmaster, 'SIGINT')
    else for (const pid of found) signal(pid, 'SIGQUIT')
    // A stopped process handles its signal only after SIGCONT.
    for (const pid of found) signal(pid, 'SIGCONT')
    if (!(await allGone(clusterDir, alive ? 5_000 : 1_000))) {
      for (const pid of await serversOf(clusterDir)) signal(pid, 'SIGKILL')
      if (!(await allGone(clusterDir, 4_000))) {
        throw new StartError(
          `Прежний процесс PostgreSQL в папке ${clusterDir} не завершается: ${found.join(', ')}.`,
        )
      }
    }
  }
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    await rm(join(clusterDir, name), { force: true })
  }
  return found.length
}

const allGone = async (clusterDir: string, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs
  while ((await serversOf(clusterDir)).length > 0) {
    if (performance.now() > deadline) return false
    await pause(25)
  }
  return true
}

const serversOf = async (clusterDir: string): Promise<number[]> => {
  if (process.platform !== 'linux') return recordedServer(clusterDir)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const checked = await Promise.all(pids.map(async (pid) => ((await isServerOf(pid, clusterDir)) ? pid : 0)))
  return checked.filter((pid) => pid > 0)
}

const isServerOf = async (pid: number, clusterDir: string): Promise<boolean> => {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!/^(\S*\/)?postgres\b/.test(command)) return false
  // Backends change their command line but keep the working folder; where that is not readable, only the postmaster is found.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return cwd === clusterDir || command.split('\0').includes(clusterDir)
}

const recordedServer = async (clusterDir: string): Promise<number[]> => {
  const pid = (await readPostmaster(clusterDir))?.pid
  if (!pid) return []
  const shown = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  const command = shown.stdout.trim()
  return basename(command.split(' ')[0] ?? '') === 'postgres' && command.includes(clusterDir) ? [pid] : []
}
