import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'

const run = promisify(execFile)

/** A way to run PostgreSQL, which refuses to run as root: a command prefix and the owner of its files. */
interface Way {
  label: string
  wrap: string[]
  /** The uid and gid for spawning, if Node itself can change them. */
  spawn: { uid?: number; gid?: number }
  /** The owner of the cluster's files as seen by this process; absent: the user that creates them. */
  owner?: { uid: number; gid: number }
}

/** A tested way, and the shared memory it can use. */
export type RunAs = Way & { sharedMemory: 'posix' | 'mmap' }

/** Prefix of the folders in which ways are tested. */
export const PROBE = '.probe-'

const NOBODY = 65534

/** Stops the server if the app is killed; applied last, because a change of identity clears it. */
const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'INT']

/**
 * Finds out by a quick trial how PostgreSQL can run here with its files under `dataDir`.
 * @param filesOwner the current owner of the cluster (or of the data folder).
 * @throws StartError if no way works, with the output of each.
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

/** The second one is for a user without a name (`docker run --user 1234`), which `initdb` requires. */
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
    // Files of an ordinary user keep their owner: one start by root must not lock that user out.
    ...(filesOwner.uid === 0 ? [] : [as(filesOwner)]),
    { label: 'unshare', wrap: UNSHARE, spawn: {}, owner: { uid: 0, gid: 0 } },
    as(nobody),
    // For folders that only root may enter (/root/…): not root, but with the capability to pass through.
    {
      label: 'setpriv',
      wrap: [
        'setpriv',
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        // Without it access(2), with which initdb looks for its postgres, ignores the capability.
        '--securebits=+no_setuid_fixup',
      ],
      spawn: {},
      owner: nobody,
    },
  ]
}

/** What a way must be able to do: have a user name, write in the folder (even on a full disk), load the server. */
const TRIAL = 'id -un && : >"$1/x" && "$2" -V && if [ -w /dev/shm ]; then echo posix; else echo mmap; fi'

/** Tests a way; returns whether it works, and the last line of its output. */
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
