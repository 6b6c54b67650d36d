import { wellFormed } from '@podmoga/contract/fields/fields'
import { SHARED } from './offline/caches.ts'

const FIELD = 'files'
const MOST_FILES = 10
const MOST_BYTES = 100 * 1024 * 1024
const NAME = 'x-file-name'
const OWNER = 'x-owner'
const LONGEST_NAME = 200
/** What nobody has taken for so long was not meant for the ticket that is written now. */
const TAKEN_WITHIN_MS = 3600_000

/** How many files of a share were left out; stands among them, without a name. */
const LEFT = 'left'
const PATH = /^\/shared\/(\d+)\/(?:\d+|left)$/

/** What some phones hand over without saying it in the name. */
const EXTENSIONS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/heic': '.heic',
  'application/pdf': '.pdf',
}

// A form whose field is empty sends a file of no name and nothing in it.
const isFile = (one: FormDataEntryValue): one is File =>
  one instanceof File && (one.name !== '' || one.size > 0)

/** A name that tells what the file is: its extension outlives a cut, and one that is missing comes from the type. */
const nameFor = ({ name, type }: File): string => {
  const own = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const extension = own || (EXTENSIONS[type] ?? '')
  const stem = name.slice(0, name.length - own.length).slice(0, LONGEST_NAME - extension.length)
  // Cut in two, a letter of two halves has no address.
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
 * Puts aside what another app hands over, in the worker: files only, as many as a message may carry, beside what was
 * handed over a moment before. Whether each will do, the form says when it takes them, as of every other file; nothing is
 * sent before the person presses «Отправить». `owner`: the subject of whoever is signed in here, empty when nobody is. Never
 * rejects: the form says when nothing has come.
 */
export const keepShared = async (request: Request, owner: string): Promise<void> => {
  try {
    await keep(await request.formData(), owner)
  } catch {
    // No form, or a full disk: what fitted is there.
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
  /** How many more were handed over and found no room. */
  left: number
  /** What {@link forgetShared} forgets once this is kept elsewhere. */
  paths: string[]
}

/** Whether this person may have it: it is theirs, or was handed over while nobody was signed in. */
const isFor = (person: string, { headers }: Response): boolean =>
  [person, '', null].includes(headers.get(OWNER))

/**
 * What was put aside for this person, in the order it came; it stays there until `forgetShared`, over a reload too. Never
 * rejects.
 */
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
    // A browser that refuses its storage has nothing in it.
  }
  return found
}

/** Once it is kept elsewhere; what has come since stays. Never rejects. */
export const forgetShared = async (paths: readonly string[]): Promise<void> => {
  try {
    const cache = await caches.open(SHARED)
    for (const path of paths) await cache.delete(path)
  } catch {
    // As above.
  }
}
