import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'

const run = promisify(execFile)

/** A way to run PostgreSQL, which refuses to be root: what to put before its command line, and who owns its files. */
interface Way {
  label: string
  wrap: string[]
  /** Identity the process is spawned with, when Node itself can change it. */
  spawn: { uid?: number; gid?: number }
  /** Owner of the cluster's files as this process sees them; absent: whoever creates them. */
  owner?: { uid: number; gid: number }
}

/** A way that was tried and works, and the shared memory that it may use. */
export type RunAs = Way & { sharedMemory: 'posix' | 'mmap' }

/** Beginning of the names of the folders in which ways are tried. */
export const PROBE = '.probe-'

const NOBODY = 65534

/** Ends the server when the app is killed; set last, since a change of identity clears it. */
const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'INT']

/**
 * Finds, by a cheap real try, how PostgreSQL can run here with its files under `dataDir`.
 * @param filesOwner who owns the cluster (or the data folder) now.
 * @throws StartError when no way works, with what each of them said.
 */
export const chooseRunAs = async (
  postgres: string,
  dataDir: string,
  filesOwner: { uid: number; gid: number },
  env: NodeJS.ProcessEnv,
): Promise<RunAs> => {
  const ways = process.getuid?.() === 0 ? rootWays(filesOwner) : userWays()
  const failures: string[] = []
  for (const way of ways) {
    for (const wrap of [[...way.wrap, ...DEATH_SIGNAL], way.wrap]) {
      const { works, words } = await tryWay({ ...way, wrap }, postgres, dataDir, env)
      if (works) return { ...way, wrap, sharedMemory: words === 'posix' ? 'posix' : 'mmap' }
      failures.push(`${way.label}: ${words}`)
    }
  }
  throw new StartError(
    `Встроенный PostgreSQL здесь не запускается (${failures.join('; ')}). ` +
      (process.getuid?.() === 0
        ? 'От имени root он не работает: запустите приложение обычным пользователем'
        : 'Проверьте права на папку данных') +
      ' или задайте DATABASE_URL.',
  )
}

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/** The second is for a user without a name (`docker run --user 1234`): `initdb` wants one. */
const userWays = (): Way[] => {
  return [
    { label: 'user', wrap: [], spawn: {} },
    { label: 'unshare', wrap: UNSHARE, spawn: {} },
  ]
}

const rootWays = (filesOwner: { uid: number; gid: number }): Way[] => {
  const as = (owner: { uid: number; gid: number }): Way => ({
    label: `uid ${owner.uid}`,
    wrap: [],
    spawn: owner,
    owner,
  })
  const nobody = { uid: NOBODY, gid: NOBODY }
  return [
    // Files of an ordinary user stay theirs: a start by root once must not lock them out.
    ...(filesOwner.uid === 0 ? [] : [as(filesOwner)]),
    { label: 'unshare', wrap: UNSHARE, spawn: {}, owner: { uid: 0, gid: 0 } },
    as(nobody),
    // For folders that only root may enter (/root/…): not root, but keeping the right to pass through.
    {
      label: 'setpriv',
      wrap: [
        'setpriv',
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        // Otherwise access(2), by which initdb looks for its postgres, asks as if the right were not there.
        '--securebits=+no_setuid_fixup',
      ],
      spawn: {},
      owner: nobody,
    },
  ]
}

/** What the way must be able to do: have a user name, write in the folder (full or not), load the server. */
const TRIAL = 'id -un && : >"$1/x" && "$2" -V && if [ -w /dev/shm ]; then echo posix; else echo mmap; fi'

/** Whether the way works, and the last line it said. */
const tryWay = async (way: Way, postgres: string, dataDir: string, env: NodeJS.ProcessEnv) => {
  const probe = await mkdtemp(join(dataDir, PROBE))
  try {
    if (way.owner) await chown(probe, way.owner.uid, way.owner.gid)
    const [command = 'sh', ...args] = [...way.wrap, 'sh', '-c', TRIAL, 'sh', probe, postgres]
    const { stdout } = await run(command, args, { ...way.spawn, env, cwd: '/', timeout: 10_000 })
    return { works: true, words: lastLine(stdout) }
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    return { works: false, words: lastLine(words) }
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
