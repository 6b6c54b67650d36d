import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { FILE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { checkFileType } from '../../files/file-type.ts'
import { storeFiles } from '../../files/stored-files.ts'
import { tempDir } from '../../files/temp-files.ts'
import type { StoredFile } from '../../http/uploads.ts'
import type { World } from '../../world.ts'
import { tagsOfHtml } from '../html-text.ts'
import type { MaterialFileRow } from '../knowledge.rows.ts'
import type { NewMaterialFile } from '../knowledge.write.sql.ts'
import { FolderError, type FolderText, pathIn, pictureIn, readFileOf } from './folder.ts'
import type { ImportedPictures } from './import.pictures.ts'
import type { KnownMaterial } from './import.sql.ts'

/** A file of the folder that an article uses. */
interface NeededFile {
  kind: MaterialFileRow['kind']
  path: string
  file_name: string
  width: number | null
  height: number | null
}

/** A file with its id; sizes in pixels. */
export interface FoundFile {
  id: string
  width: number | null
  height: number | null
}

/** The files of one article; `added`: those not stored yet. */
export interface ArticleFiles {
  /** Finds a file by kind and path, and by name if several attachments share a file. */
  find: (kind: MaterialFileRow['kind'], path: string, file_name?: string) => FoundFile | undefined
  added: (StoredAs & { id: string })[]
}

const keyOf = (kind: string, path: string, file_name: string): string => `${kind}\0${path}\0${file_name}`

/** Returns the distinct names in the `image:` or `file:` addresses of a text. */
const named = (html: string, scheme: 'image' | 'file'): string[] => [
  ...new Set(
    tagsOfHtml(html, 'img', 'a').flatMap(({ attributes: { src, href } }) =>
      [src, href].flatMap((address) =>
        address?.startsWith(`${scheme}:`) ? [nameOf(address.slice(scheme.length + 1))] : [],
      ),
    ),
  ),
]

/** Decodes the percent-encoded name in an address. */
export const nameOf = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const neededBy = async (dir: string, text: FolderText, leaveOut: LeaveOut): Promise<NeededFile[]> => {
  const { cover } = text
  const pictures: NeededFile[] = []
  for (const file of named(text.html, 'image'))
    await leaveOut(async () => {
      pictures.push({
        kind: 'picture',
        file_name: basename(file),
        ...(await pictureIn(dir, 'picture', file)),
      })
    })
  const chips = text.files.map(({ path, name }) => ({ path, file_name: name }))
  const linked: { path: string; file_name: string }[] = []
  for (const file of named(text.html, 'file'))
    await leaveOut(async () => {
      const path = pathIn(dir, 'file', file)
      if (!chips.some((chip) => chip.path === path)) linked.push({ path, file_name: basename(file) })
    })
  return [
    ...(cover === undefined ? [] : [{ kind: 'cover' as const, file_name: basename(cover.path), ...cover }]),
    ...pictures,
    ...[...chips, ...linked].map((file) => ({ kind: 'file' as const, ...file, width: null, height: null })),
  ]
}

/** Runs a step; on a FolderError the file is skipped and reported. */
type LeaveOut = (work: () => Promise<void>) => Promise<void>

/** Determines which files an article uses, and which of them the material already has, by name and content. */
export const planFiles = async (
  { dir, pictures }: { dir: string; pictures: ImportedPictures },
  texts: readonly FolderText[],
  known: KnownMaterial | undefined,
  onLeftOut: (reason: string) => void,
): Promise<ArticleFiles> => {
  const found = new Map<string, NeededFile & { id: string }>()
  const added: ArticleFiles['added'] = []
  const leaveOut: LeaveOut = async (work) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof FolderError)) throw error
      onLeftOut(error.message)
    }
  }
  const plan = async (file: NeededFile): Promise<void> => {
    const key = keyOf(file.kind, file.path, file.file_name)
    if (found.has(key)) return
    const bytes = await readFileOf(dir, file.path).catch((error: unknown) => {
      throw error instanceof FolderError ? error : new FolderError(`файла ${file.path} нет`)
    })
    const stored = await storedAs(file, bytes, pictures)
    const hash = stored.sha256.toString('hex')
    const there = known?.files.find(
      (other) =>
        other.kind === file.kind &&
        other.sha256 === hash &&
        (file.kind !== 'file' || other.file_name === file.file_name),
    )
    const id = there?.id ?? randomUUID()
    if (there === undefined) added.push({ ...stored, id })
    found.set(key, { ...file, width: stored.width, height: stored.height, id })
  }
  for (const text of texts)
    for (const file of await neededBy(dir, text, leaveOut)) await leaveOut(() => plan(file))
  return {
    find: (kind, path, file_name) =>
      file_name === undefined
        ? [...found.values()].find((file) => file.kind === kind && file.path === path)
        : found.get(keyOf(kind, path, file_name)),
    added,
  }
}

type StoredAs = NeededFile & { size: number; sha256: Buffer; content_type: string }

/** Returns what is stored for a file: a picture is re-encoded. */
const storedAs = async (file: NeededFile, bytes: Buffer, pictures: ImportedPictures): Promise<StoredAs> => {
  const { kind, path, file_name, width, height } = file
  if (kind !== 'file' && width !== null && height !== null) {
    const picture = await pictures.make(path, bytes, { width, height })
    return { ...picture, kind, file_name: file_name.replace(/\.[^.]*$/, '.webp') }
  }
  const content_type = await checkFileType(path, [extname(path).toLowerCase()], FILE_EXTENSIONS)
  if (content_type === null) throw new FolderError(`файл ${path}: неподдерживаемый формат`)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { ...file, size: bytes.length, sha256, content_type }
}

// Each file is flushed to disk separately, so several are stored in parallel.
const AT_ONCE = 8

/** Stores the files that are missing, not attached yet. Returns them, with their rows for each material. */
export const storeNeeded = async (
  world: Pick<World, 'sql' | 'files' | 'clock' | 'config'>,
  needed: readonly { material_id: string; files: ArticleFiles }[],
): Promise<{ stored: StoredFile[]; rows: NewMaterialFile[] }> => {
  const dir = tempDir(world.config)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const all = needed.flatMap(({ material_id, files }) =>
    files.added.map((file) => ({ material_id, ...file })),
  )
  const stored: StoredFile[] = []
  const rows: NewMaterialFile[] = []
  const store = async (file: (typeof all)[number]): Promise<void> => {
    const { id, material_id, kind, path, file_name, content_type, size, sha256, width, height } = file
    const temp_path = join(dir, randomUUID())
    await copyFile(path, temp_path)
    const [kept] = await storeFiles(world, [{ file_name, content_type, size, sha256, temp_path }])
    if (kept === undefined) return
    stored.push(kept)
    rows.push({ id, material_id, kind, file_key: kept.key, file_name, content_type, size, width, height })
  }
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(store))
  return { stored, rows }
}
