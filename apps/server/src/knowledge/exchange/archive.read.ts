import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'
import type { Entry, ZipFile } from 'yauzl'
import { late } from '../../ports/lazy-libraries.ts'
import { FolderError } from './folder.ts'
import { ARTICLE } from './folder.walk.ts'

const yauzl = late<typeof import('yauzl')>('yauzl')

/** Limits of an archive; sizes in unpacked bytes. */
export interface ArchiveLimits {
  entries: number
  entry: number
  total: number
}
const MB = 1024 * 1024
const ARCHIVE_LIMITS: ArchiveLimits = { entries: 10_000, entry: 25 * MB, total: 500 * MB }

const BROKEN = 'Архив повреждён или это не ZIP. Соберите его ещё раз.'
const PART_MAX_BYTES = 200
/** Files that operating systems add to archives. */
const LITTER = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(?:\/|$)/i

const UTF8 = 0x800
const UNICODE_PATH = 0x7075
const strict = new TextDecoder('utf-8', { fatal: true })
const dos = new TextDecoder('ibm866')

/** Decodes an entry's name: UTF-8, marked as such or not, else cp866, which Windows uses. */
const nameIn = (entry: Entry): string => {
  const { fileNameRaw: raw, generalPurposeBitFlag, extraFields } = entry
  const unicode = extraFields.find(({ id }) => id === UNICODE_PATH)?.data
  if (unicode !== undefined && unicode.length > 5) return new TextDecoder().decode(unicode.subarray(5))
  if ((generalPurposeBitFlag & UTF8) !== 0) return new TextDecoder().decode(raw)
  try {
    return strict.decode(raw)
  } catch {
    return dos.decode(raw)
  }
}

const isLink = ({ externalFileAttributes, versionMadeBy }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Returns why an entry of this name cannot be unpacked; null if it can. */
const wrongName = (name: string): string | null => {
  const parts = name.split('/')
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || parts.includes('..') || /\p{Cc}/u.test(name))
    return 'недопустимое имя файла'
  if (parts.some((part) => Buffer.byteLength(part) > PART_MAX_BYTES) || parts.length > 30)
    return 'слишком длинное имя'
  return null
}

/**
 * Unpacks an archive into a new folder. Unsafe entries (path traversal, links, encrypted or duplicate files) are skipped and
 * reported to `report`. Returns the root folder of the base.
 * @throws FolderError if it is not a valid archive, or exceeds the limits.
 */
export const unpackArchive = async (
  zip_path: string,
  dir: string,
  report: (remark: string) => void,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<string> => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const zip = await yauzl()
    .openPromise(zip_path, { decodeStrings: false, autoClose: false, lazyEntries: true })
    .catch(() => {
      throw new FolderError(BROKEN)
    })
  const names: string[] = []
  try {
    if (zip.entryCount > limits.entries)
      throw new FolderError(`В архиве больше ${limits.entries.toLocaleString('ru')} файлов. Разделите его.`)
    await unpackEntries(zip, { dir, report, limits, names })
  } catch (error) {
    throw error instanceof FolderError ? error : new FolderError(BROKEN)
  } finally {
    zip.close()
  }
  return join(dir, rootOf(names))
}

/** Returns the root of the base: the single top folder if the base was packed with it and it is not itself a section, else ''. */
const rootOf = (names: readonly string[]): string => {
  const [root = ''] = names[0]?.split('/') ?? []
  const isBase =
    names.every((name) => name.startsWith(`${root}/`)) &&
    !names.includes([root, 'section.json'].join('/')) &&
    names.some((name) => ARTICLE.test(name) && name.split('/').length > 2)
  return isBase ? root : ''
}

const unpackEntries = async (
  zip: ZipFile,
  to: { dir: string; report: (remark: string) => void; limits: ArchiveLimits; names: string[] },
): Promise<void> => {
  const { dir, report, limits, names } = to
  const taken = new Set<string>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const name = nameIn(entry)
      .replaceAll('\\', '/')
      .normalize('NFC')
      .replace(/^(?:\.\/)+/, '')
    if (name.endsWith('/') || LITTER.test(name)) continue
    const key = name.toLowerCase()
    const wrong = wrongName(name) ?? notFile(entry) ?? (taken.has(key) ? 'второй файл с таким именем' : null)
    if (wrong !== null) {
      report(`${name.replace(/\p{Cc}/gu, '?')}: ${wrong}`)
      continue
    }
    taken.add(key)
    const written = await unpackEntry(zip, entry, join(dir, name), limits.entry)
    if (written === 'too large') report(`${name}: больше ${sizeLimit(limits.entry)}`)
    else if (written === 'no place') report(`${name}: файл и папка с одним именем`)
    else {
      names.push(name)
      total += written
    }
    if (total > limits.total)
      throw new FolderError(`В архиве больше ${sizeLimit(limits.total)} файлов. Разделите его.`)
  }
}

const notFile = (entry: Entry): string | null => {
  if (entry.isEncrypted()) return 'зашифрован паролем'
  return isLink(entry) ? 'ссылка файловой системы' : null
}

/** Unpacks an entry and returns its size. The bytes are counted, as the size in the header may be false. */
const unpackEntry = async (
  zip: ZipFile,
  entry: Entry,
  path: string,
  max: number,
): Promise<number | 'too large' | 'no place'> => {
  if (entry.uncompressedSize > max) return 'too large'
  try {
    await mkdir(dirname(path), { recursive: true })
  } catch {
    return 'no place'
  }
  let size = 0
  try {
    await pipeline(
      await zip.openReadStreamPromise(entry),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > max) throw new FolderError('too large')
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    return size
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'EISDIR' || code === 'EEXIST' || code === 'ENOTDIR') return 'no place'
    await rm(path, { force: true })
    if (error instanceof FolderError) return 'too large'
    throw error
  }
}
