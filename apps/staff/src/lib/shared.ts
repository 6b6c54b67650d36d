import { SHARED } from './caches.ts'

// As app.webmanifest has it.
export const SHARE_PATH = '/share'
export const SHARED_PAGE = '/?open=tickets/add&shared'
const FIELD = 'files'
const MOST_FILES = 10
const MOST_BYTES = 100 * 1024 * 1024
const NAME = 'x-file-name'

/** How many files were left out; stands among them, without a name. */
const LEFT = '/shared/left'

// A form whose field is empty sends a file of no name and nothing in it.
const isFile = (one: FormDataEntryValue): one is File =>
  one instanceof File && (one.name !== '' || one.size > 0)

const keep = async (form: FormData): Promise<void> => {
  const files = form.getAll(FIELD).filter(isFile)
  const cache = await caches.open(SHARED)
  let bytes = 0
  let kept = 0
  try {
    for (const file of files.slice(0, MOST_FILES)) {
      bytes += file.size
      if (bytes > MOST_BYTES) break
      // Cut in two, a letter of two halves has no address.
      const name = encodeURIComponent(file.name.slice(0, 200).toWellFormed())
      const headers = { [NAME]: name, 'content-type': file.type }
      await cache.put(`/shared/${kept}`, new Response(file, { headers }))
      kept += 1
    }
  } finally {
    if (kept < files.length) await cache.put(LEFT, new Response(String(files.length - kept)))
  }
}

/**
 * Puts aside what another app hands over, in the worker: files only, as many as a message may carry. Whether each will
 * do, the form says when it takes them, as of every other file; nothing is sent before the person presses «Отправить».
 * Never rejects: the form says when nothing has come.
 */
export const keepShared = async (request: Request): Promise<void> => {
  try {
    // What was handed over before and never taken is not this.
    await caches.delete(SHARED)
    await keep(await request.formData())
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
}

/** What was put aside; it stays there until `forgetShared`, over a reload too. Never rejects. */
export const readShared = async (): Promise<Shared> => {
  const found: Shared = { files: [], left: 0 }
  try {
    for (const response of await (await caches.open(SHARED)).matchAll()) {
      const blob = await response.blob()
      if (!response.headers.has(NAME)) found.left = Number(await blob.text())
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

/** Once it is kept elsewhere. Never rejects. */
export const forgetShared = async (): Promise<void> => {
  await globalThis.caches?.delete(SHARED).catch(() => false)
}
