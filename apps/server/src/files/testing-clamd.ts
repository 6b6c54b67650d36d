import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openVirusScan } from '../ports/virus-scan.ts'
import { EICAR, type Scanner } from './testing-scanner.ts'

/** Path in Debian's clamav-daemon. */
const CLAMD = '/usr/sbin/clamd'
const STREAM_MAX = 1024 * 1024
const UP_MS = 60_000

/** Whether this machine has a clamd. */
export const hasClamd = (): boolean => existsSync(CLAMD)

const ended = (daemon: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) resolve()
    else daemon.once('exit', () => resolve())
  })

/** A real clamd process on its own socket, with one hand-made signature; initially stopped. */
export const makeClamd = async (): Promise<Scanner> => {
  const dir = await mkdtemp(join(tmpdir(), 'clamd-'))
  const path = join(dir, 'clamd.sock')
  const conf = join(dir, 'clamd.conf')
  const address = `unix:${path}`
  await writeFile(join(dir, 'own.ndb'), `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`)
  await writeFile(
    conf,
    [
      `DatabaseDirectory ${dir}`,
      `LocalSocket ${path}`,
      `LogFile ${join(dir, 'clamd.log')}`,
      `TemporaryDirectory ${dir}`,
      `StreamMaxLength ${STREAM_MAX}`,
      `MaxFileSize ${STREAM_MAX}`,
      `MaxScanSize ${STREAM_MAX}`,
      'AlertExceedsMax yes',
      'Foreground yes',
      '',
    ].join('\n'),
  )
  let daemon: ChildProcess | null = null
  const stop = async (): Promise<void> => {
    if (daemon === null) return
    const ending = daemon
    daemon = null
    ending.kill('SIGKILL')
    await ended(ending)
    await rm(path, { force: true })
  }
  return {
    address,
    stream_max: STREAM_MAX,
    hang: async (is) => {
      daemon?.kill(is ? 'SIGSTOP' : 'SIGCONT')
    },
    start: async () => {
      daemon = spawn(CLAMD, ['--config-file', conf], { stdio: 'ignore' })
      const scan = openVirusScan(address)
      const until = performance.now() + UP_MS
      while (!(await scan.isUp())) {
        if (daemon.exitCode !== null || performance.now() > until) throw new Error('clamd does not come up')
        await pause(50)
      }
    },
    stop,
    end: async () => {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
