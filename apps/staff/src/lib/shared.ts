import { wellFormed } from '@podmoga/contract/fields/fields'
import { SHARED } from './offline/caches.ts'

const FIELD = 'files'
const MOST_FILES = 10
const MOST_BYTES = 100 * 1024 * 1024
const NAME = 'x-file-name'
const OWNER = 'x-owner'
const LONGEST_NAME = 200
/** Shared files not taken within this time were not meant for the current ticket. */
const TAKEN_WITHIN_MS = 3600_000

/** Cache entry with the number of files left out of a share; it has no file name. */
const LEFT = 'left'
const PATH = /^\/shared\/(\d+)\/(?:\d+|left)$/

/** Extensions for MIME types: some phones share files without an extension. */
const EXTENSIONS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/heic': '.heic',
  'application/pdf': '.pdf',
}

// An empty file field submits a file without name and content.
const isFile = (one: FormDataEntryValue): one is File =>
  one instanceof File && (one.name !== '' || one.size > 0)

/** A file name with its extension: preserved when truncated, and derived from the MIME type if missing. */
const nameFor = ({ name, type }: File): string => {
  const own = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const extension = own || (EXTENSIONS[type] ?? '')
  const stem = name.slice(0, name.length - own.length).slice(0, LONGEST_NAME - extension.length)
  // Half a surrogate pair cannot be percent-encoded.
  return stem === '' && own === '' ? '' : wellFormed(stem + extension)
}

const isOld = (path: string): boolean => {
  const at = Number(PATH.exec(path)?.[1] ?? 0)
  return Math.abs(Date.now() - at) > TAKEN_WITHIN_MS
}

const keep = async (form: FormData, owner: string): Promise<void> => {
  const files = form.getAll(FIELD).filter(isFile)
  const cache = await caches.open(SHARED)
  const share = `/shared/${Date.now()}`
  let bytes = 0
  let kept = 0
  try {
    for (const file of files.slice(0, MOST_FILES)) {
      bytes += file.size
      if (bytes > MOST_BYTES) break
      const name = encodeURIComponent(nameFor(file))
      const headers = { [NAME]: name, [OWNER]: owner, 'content-type': file.type }
      await cache.put(`${share}/${kept}`, new Response(file, { headers }))
      kept += 1
    }
  } finally {
    if (kept < files.length)
      await cache.put(
        `${share}/${LEFT}`,
        new Response(String(files.length - kept), { headers: { [OWNER]: owner } }),
      )
  }
}

/**
 * Stores the files shared by another app, in the service worker: files only, at most as many as a message may carry, beside those
 * shared before. The form validates them when it takes them, as any other file; nothing is sent before the user presses
 * «Отправить». `owner`: the signed-in user's subject, empty if there is none. Never rejects: the form shows when nothing has
 * arrived.
 */
export const keepShared = async (request: Request, owner: string): Promise<void> => {
  try {
    await keep(await request.formData(), owner)
  } catch {
    // Not a form, or the disk is full: what was stored stays.
  }
}

const nameOf = (response: Response): string => {
  try {
    return decodeURIComponent(response.headers.get(NAME) ?? '')
  } catch {
    return ''
  }
}

interface Shared {
  files: File[]
  /** How many more were shared but exceeded the limit. */
  left: number
  /** Pass to {@link forgetShared} once the files are kept elsewhere. */
  paths: string[]
}

/** Whether the files are this user's, or were shared while nobody was signed in. */
const isFor = (person: string, { headers }: Response): boolean =>
  [person, '', null].includes(headers.get(OWNER))

/** The files stored for this user, in order of arrival; they stay until `forgetShared`, over a reload too. Never rejects. */
export const readShared = async (person: string): Promise<Shared> => {
  const found: Shared = { files: [], left: 0, paths: [] }
  try {
    if (!(await caches.has(SHARED))) return found
    const cache = await caches.open(SHARED)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      const response = isOld(pathname) ? undefined : await cache.match(pathname)
      if (response === undefined || !isFor(person, response)) {
        await cache.delete(pathname)
        continue
      }
      const blob = await response.blob()
      found.paths.push(pathname)
      if (!response.headers.has(NAME)) found.left += Number(await blob.text())
      else {
        const name = nameOf(response) || `файл ${found.files.length + 1}`
        found.files.push(new File([blob], name, { type: blob.type }))
      }
    }
  } catch {
    // If the browser refuses storage, there is nothing stored.
  }
  return found
}

/** Deletes files that are kept elsewhere now; those that arrived since stay. Never rejects. */
export const forgetShared = async (paths: readonly string[]): Promise<void> => {
  try {
    const cache = await caches.open(SHARED)
    for (const path of paths) await cache.delete(path)
  } catch {
    // As above.
  }
}
