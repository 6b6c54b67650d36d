import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Config } from '../config.ts'
import { diskFiles } from '../ports/disk-files.ts'
import type { Files } from '../ports/files.ts'

/** The folder or bucket that holds the copies. Keys are `copy/part` and `pool of files/file`. */
export interface Repository extends Files {
  /** A name for messages to the operator. */
  label: string
  /** The folder; null for a bucket. */
  folder: string | null
  /** Makes a folder for parts being written; for a folder, on the same disk, so that a finished part is renamed into place. */
  draftFolder: () => Promise<string>
}

/** The first letters of the installation's mark, then the copy or pool. */
const KEY = /^[0-9a-f]{8}-[a-z0-9-]{1,80}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,200}$/

const check = (key: string): string => {
  if (!KEY.test(key)) throw new Error('Not a key of a backup.')
  return key
}

const DRAFTS = '.making-'

/** A folder on disk, readable only by its owner. */
export const folderRepository = async (folder: string): Promise<Repository> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = await diskFiles(folder, check)
  return {
    ...files,
    remove: async (key) => {
      await files.remove(key)
      // Fails unless the folder is empty.
      await rmdir(join(folder, dirname(key))).catch(() => undefined)
    },
    list: async function* () {
      for await (const found of files.list()) if (KEY.test(found.key)) yield found
    },
    label: `папке ${folder}`,
    folder,
    draftFolder: async () => {
      // Backups hold a lock, so drafts found here were left by killed ones.
      for (const name of await readdir(folder))
        if (name.startsWith(DRAFTS)) await rm(join(folder, name), { recursive: true, force: true })
      return mkdtemp(join(folder, DRAFTS))
    },
  }
}

const s3Repository = async (config: Config, bucket: string, prefix: string): Promise<Repository> => {
  const id = config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID
  const secret = config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT
  if (bucket === config.S3_BUCKET && endpoint === config.S3_ENDPOINT)
    throw new StartError(
      `Корзина «${bucket}» — та же, где лежат файлы: копия пропала бы вместе с ними. Назовите другую.`,
    )
  // Loading the SDK takes half a second, which a copy into a folder does not need.
  const { s3Files } = await import('../ports/s3-files.ts')
  const settings = {
    endpoint,
    bucket,
    region: config.BACKUP_S3_REGION ?? config.S3_REGION,
    credentials:
      id === undefined || secret === undefined ? undefined : { accessKeyId: id, secretAccessKey: secret },
  }
  return {
    ...(await s3Files(settings, undefined, { check, prefix })),
    label: `корзине S3 «${bucket}»`,
    folder: null,
    draftFolder: () => mkdtemp(join(tmpdir(), 'podmoga-backup-')),
  }
}

/**
 * `to`: a folder or `s3://bucket/prefix`. Throws StartError if copies there would cause harm or be lost together with the
 * original.
 */
export const openRepository = async (config: Config, to: string): Promise<Repository> => {
  const s3 = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(to)
  if (s3 !== null) return s3Repository(config, s3[1] ?? '', s3[2] ? `${s3[2]}/` : '')
  const folder = resolve(to)
  for (const own of ['pg', 'files', 'tmp'])
    if (`${folder}${sep}`.startsWith(`${resolve(config.DATA_DIR, own)}${sep}`))
      throw new StartError(
        `Папка ${folder} — часть данных приложения. Назовите другую, лучше на другом диске.`,
      )
  return folderRepository(folder)
}
