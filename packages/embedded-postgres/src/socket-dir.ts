import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf } from './start-error.ts'

export const SOCKET_NAME = '.s.PGSQL.5432'

/** The maximum path of a Unix socket: `sun_path` is 104 bytes on macOS, 108 on Linux, including the final zero. */
const LONGEST = 103

/**
 * Returns a path to `clusterDir` that is short enough for a socket address: the folder itself, or a link to it in a folder of
 * ours below the system's temporary folder (never in one created by another user).
 */
export const socketDirFor = async (clusterDir: string): Promise<string> => {
  if (Buffer.byteLength(join(clusterDir, SOCKET_NAME)) <= LONGEST) return clusterDir
  const digest = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)
  const temporary = Buffer.byteLength(tmpdir()) <= LONGEST / 2 ? tmpdir() : '/tmp'
  const usual = join(temporary, `podmoga-${digest}`)
  const dir = (await isOurs(usual)) ? usual : await mkdtemp(join(temporary, 'podmoga-'))
  const short = join(dir, 'pg')
  if ((await readlink(short).catch(() => '')) !== clusterDir) {
    await rm(short, { force: true })
    await symlink(clusterDir, short)
  }
  return short
}

/** Removes what `socketDirFor` created outside the cluster. */
export const removeSocketDir = async (socketDir: string, clusterDir: string): Promise<void> => {
  if (socketDir !== clusterDir) await rm(dirname(socketDir), { recursive: true, force: true })
}

const isOurs = async (dir: string): Promise<boolean> => {
  await mkdir(dir, { mode: 0o711 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const found = await lstat(dir)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
