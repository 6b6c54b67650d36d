import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PgBinaries } from './pg-binaries.ts'
import { PROBE, type RunAs } from './run-as.ts'
import { codeOf, reasonOf, StartError, startErrorOf } from './start-error.ts'

const run = promisify(execFile)
const MAJOR = '18'
const MAKING = 'pg.making-'

/**
 * Ensures that `clusterDir` is a complete cluster that `runAs` can open. `initdb` works in a temporary folder that is renamed
 * when complete, so `clusterDir` is never half made. Remains of an interrupted `initdb` are removed, a complete cluster never is.
 * @returns `true` if the cluster has just been created.
 */
export const prepareCluster = async (
  clusterDir: string,
  binaries: PgBinaries,
  runAs: RunAs,
  env: NodeJS.ProcessEnv,
): Promise<boolean> => {
  const dataDir = dirname(clusterDir)
  await removeUnfinished(dataDir)
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartError(`Папка базы данных ${clusterDir} недоступна: ${reasonOf(error)}.`, { cause: error })
  })
  if (version === undefined) {
    await createCluster(clusterDir, binaries, runAs, env)
    return true
  }
  if (version.trim() !== MAJOR) {
    throw new StartError(
      `База в ${clusterDir} создана PostgreSQL ${version.trim()}, а нужен ${MAJOR}. Прежним выпуском приложения сделайте копию (npm run backup -- --to папка), уберите папку pg в сторону и восстановите этим: npm run restore -- --from папка --instead.`,
    )
  }
  await repairOwner(clusterDir, runAs)
  return false
}

/** The `initdb` of a killed app may still be writing; what cannot be removed now is removed by a later start. */
const removeUnfinished = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(MAKING) && !name.startsWith(PROBE)) continue
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
      () => {},
    )
  }
}

const createCluster = async (
  clusterDir: string,
  binaries: PgBinaries,
  runAs: RunAs,
  env: NodeJS.ProcessEnv,
) => {
  await rmdir(clusterDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return
    throw new StartError(`Папка ${clusterDir} не пуста, но базы данных в ней нет. Уберите из неё лишнее.`, {
      cause: error,
    })
  })
  const making = await mkdtemp(join(dirname(clusterDir), MAKING))
  try {
    await chmod(making, 0o700)
    if (runAs.owner) await chown(making, runAs.owner.uid, runAs.owner.gid)
    const [command = binaries.initdb, ...args] = [...runAs.wrap, binaries.initdb, ...initdbOptions(making)]
    await run(command, args, { ...runAs.spawn, env, cwd: '/' })
    await writeFile(join(making, 'pg_hba.conf'), 'local all all trust\n')
    await syncPath(join(making, 'pg_hba.conf'))
    await rename(making, clusterDir)
    await syncPath(dirname(clusterDir))
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    const words =
      error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : reasonOf(error)
    throw new StartError(`Не удалось создать базу данных в ${clusterDir}: ${words.trim()}`, { cause: error })
  }
}

const initdbOptions = (dir: string): string[] => {
  return [
    `--pgdata=${dir}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
  ]
}

const syncPath = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * A cluster made under another identity belongs to another user. Its root folder is changed last, so an interrupted repair is
 * repeated.
 */
const repairOwner = async (clusterDir: string, runAs: RunAs): Promise<void> => {
  const now = await stat(clusterDir)
  const owner = runAs.owner ?? { uid: process.getuid?.() ?? now.uid, gid: now.gid }
  if (now.uid !== owner.uid) {
    for (const name of await readdir(clusterDir, { recursive: true })) {
      await lchown(join(clusterDir, name), owner.uid, owner.gid)
    }
    await chown(clusterDir, owner.uid, owner.gid)
  }
  if ((now.mode & 0o077) !== 0) await chmod(clusterDir, 0o700)
}

/**
 * Returns the owner of the cluster, or of the data folder if there is no cluster yet.
 * @throws StartError if that is another user whose files this process may not access.
 */
export const filesOwner = async (clusterDir: string): Promise<{ uid: number; gid: number }> => {
  const found = await stat(clusterDir).catch(() => undefined)
  const me = process.getuid?.() ?? 0
  if (found && me !== 0 && found.uid !== me) {
    throw new StartError(
      `База в ${clusterDir} принадлежит другому пользователю (uid ${found.uid}). Запустите приложение им или root.`,
    )
  }
  const { uid, gid } = found ?? (await stat(dirname(clusterDir)))
  return { uid, gid }
}

/** Creates the data folder with mode 0711: other users may pass through it but not list it. */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw (
      startErrorOf(error, dataDir) ??
      new StartError(`Не удалось создать папку данных ${dataDir}: ${reasonOf(error)}.`, { cause: error })
    )
  })
}
