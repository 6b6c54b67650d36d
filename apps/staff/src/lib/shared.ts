import { SHARED } from './caches.ts'

// As app.webmanifest has it.
export const SHARE_PATH = '/share'
export const SHARED_PAGE = '/?open=tickets/add&shared'
const FIELD = 'files'
const MOST_FILES = 10
const MOST_BYTES = 100 * 1024 * 1024
const NAME = 'x-file-name'

const keep = async (form: FormData): Promise<void> => {
  const files = form.getAll(FIELD).filter((one) => one instanceof File)
  const cache = await caches.open(SHARED)
  let bytes = 0
  for (const [at, file] of files.slice(0, MOST_FILES).entries()) {
    bytes += file.size
    if (bytes > MOST_BYTES) return
    // Cut in two, a letter of two halves has no address.
    const name = encodeURIComponent(file.name.slice(0, 200).toWellFormed())
    const headers = { [NAME]: name, 'content-type': file.type }
    await cache.put(`/shared/${at}`, new Response(file, { headers }))
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

/** What was put aside; it stays there until `forgetShared`, over a reload too. Never rejects. */
export const readShared = async (): Promise<File[]> => {
  if (!('caches' in globalThis)) return []
  try {
    const cache = await caches.open(SHARED)
    const kept = await cache.matchAll()
    return await Promise.all(
      kept.map(async (response, at) => {
        const blob = await response.blob()
        return new File([blob], nameOf(response) || `файл ${at + 1}`, { type: blob.type })
      }),
    )
  } catch {
    return []
  }
}

/** Once it is kept elsewhere. Never rejects. */
export const forgetShared = async (): Promise<void> => {
  await globalThis.caches?.delete(SHARED).catch(() => false)
}
