import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@podmoga/embedded-postgres/start-error'
import { checkKey, type Files, StoreUnavailable } from './files.ts'

const sync = async (path: string, flags: 'r' | 'r+'): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const absent = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}

/** Explains why a folder is not writable and what to fix: its owner, or the ReadWritePaths of the systemd unit. */
export const awayLine = (dir: string, code: string): string =>
  code === 'EACCES' || code === 'EPERM'
    ? `В папку ${dir} нельзя писать (${code}): отдайте её пользователю, от имени которого работает приложение (chown).`
    : code === 'EROFS'
      ? `В папку ${dir} нельзя писать (EROFS): диск только для чтения, или служба systemd не пускает — тогда назовите папку в ReadWritePaths= её файла.`
      : `Папка ${dir} недоступна (${code}).`

/** Suffix of a file while it is being copied. */
const PART = '.part'

/**
 * Files on disk: the part of the key before the slash is a folder, the rest is the file name. Creates `dir` if it does not exist.
 * `check` throws if a key is not valid for this store.
 */
export const diskFiles = async (dir: string, check = checkKey): Promise<Files> => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const pathOf = (key: string): string => join(dir, check(key))

  const makeFolder = async (folder: string): Promise<void> => {
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await sync(dir, 'r')
  }

  return {
    put: async (key, temp_path) => {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      await sync(temp_path, 'r+')
      try {
        await rename(temp_path, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        // The temporary folder is on another disk. Copy under another name, so that an interrupted copy is never taken for the
        // file.
        await copyFile(temp_path, path + PART)
        await sync(path + PART, 'r+')
        await rename(path + PART, path)
        await rm(temp_path)
      }
      // The new directory entry is durable only after the folder is synced.
      await sync(dirname(path), 'r')
    },
    size: async (key) => (await stat(pathOf(key)).catch(absent))?.size ?? null,
    open: async (key, range) => {
      const handle = await open(pathOf(key)).catch(absent)
      if (handle === null) return null
      try {
        const { size } = await handle.stat()
        return { stream: handle.createReadStream({ ...range, highWaterMark: 64 * 1024 }), size }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    remove: async (key) => {
      const path = pathOf(key)
      await Promise.all([rm(path, { force: true }), rm(path + PART, { force: true })])
    },
    check: async () => {
      try {
        await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
      } catch (error) {
        throw new StoreUnavailable(awayLine(dir, codeOf(error)), { cause: error })
      }
    },
    list: async function* () {
      for (const folder of await readdir(dir))
        for (const name of await readdir(join(dir, folder))) {
          if (name.endsWith(PART)) continue
          // Absent if it was removed after the folder was read.
          const facts = await stat(join(dir, folder, name)).catch(absent)
          if (facts !== null) yield { key: `${folder}/${name}`, size: facts.size, modified_at: facts.mtime }
        }
    },
  }
}
