import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config.ts'
import { isMadePicture, makePicture } from '../../files/photo.ts'
import { tempDir } from '../../files/temp-files.ts'
import { pictureError } from './folder.ts'

/** A picture as it is stored; sizes in pixels, and of the file in bytes. */
export interface ImportedPicture {
  path: string
  content_type: string
  size: number
  sha256: Buffer
  width: number
  height: number
}

/** The pictures of an import, re-encoded as those that editors upload: without metadata or trailing data. */
export interface ImportedPictures {
  /** Throws FolderError if it cannot be decoded. */
  make: (path: string, bytes: Buffer, size: { width: number; height: number }) => Promise<ImportedPicture>
  /** Removes the new files. */
  end: () => Promise<void>
}

/** Refusals because of the picture itself. */
const LEFT_OUT = new Set<unknown>(['unsupported_type', 'too_large'])

/** `whose`: the subject in the queue of pictures. */
export const openPictures = (config: Pick<Config, 'DATA_DIR'>, whose: string): ImportedPictures => {
  const dir = join(tempDir(config), `pictures-${randomUUID()}`)
  const made = new Map<string, Promise<ImportedPicture>>()

  const redraw = async (path: string, bytes: Buffer): Promise<ImportedPicture> => {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const given = join(dir, randomUUID())
    await writeFile(given, bytes, { flag: 'wx', mode: 0o600 })
    try {
      const { temp_path, ...picture } = await makePicture(given, whose)
      return { ...picture, path: temp_path }
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && LEFT_OUT.has(error.code)
      throw isRefused ? pictureError(basename(path), error) : error
    } finally {
      await rm(given, { force: true })
    }
  }

  return {
    make: (path, bytes, size) => {
      if (isMadePicture(bytes, size.width)) {
        const sha256 = createHash('sha256').update(bytes).digest()
        return Promise.resolve({ path, content_type: 'image/webp', size: bytes.length, sha256, ...size })
      }
      const known = made.get(path) ?? redraw(path, bytes)
      made.set(path, known)
      return known
    },
    end: () => rm(dir, { recursive: true, force: true }),
  }
}
