import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf } from './start-error.ts'

export const SOCKET_NAME = '.s.PGSQL.5432'

/** `sun_path` of a Unix socket address is 104 bytes on macOS, 108 on Linux, with the closing zero. */
const LONGEST = 103

/**
 * A path of `clusterDir` short enough for a socket address: the folder itself, or a link to it in a folder
 * of ours under the system's temporary one (never one that somebody else could have put there).
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

/** Removes what `socketDirFor` put outside the cluster, if anything. */
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
