import { workerUrl as trusted } from '@podmoga/web/push/worker-url'
import workerUrl from './picture.worker.ts?worker&url'
import { shrink } from './shrink.ts'

interface Answer {
  id: number
  blob?: Blob | null
  problem?: string
}

let worker: Worker | null | undefined
let last = 0

const openWorker = (): Worker | null => {
  if (!('Worker' in window && 'OffscreenCanvas' in window)) return null
  try {
    return new Worker(trusted(workerUrl), { type: 'module' })
  } catch {
    return null
  }
}

/** Asks the worker; rejects when it does not start, or cannot draw the picture. */
const askWorker = (asked: Worker, file: File, isAlways: boolean): Promise<Blob | null> =>
  new Promise((resolve, reject) => {
    last += 1
    const id = last
    const stop = new AbortController()
    const { signal } = stop
    const hear = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return
      stop.abort()
      if (data.problem === undefined) resolve(data.blob ?? null)
      else reject(new Error(data.problem))
    }
    const fail = () => {
      stop.abort()
      worker = null
      reject(new Error('no worker'))
    }
    asked.addEventListener('message', hear, { signal })
    asked.addEventListener('error', fail, { signal })
    asked.postMessage({ id, file, isAlways })
  })

const shrinkAside = async (file: File, isAlways: boolean): Promise<Blob | null> => {
  worker ??= worker === undefined ? openWorker() : null
  if (worker === null) return shrink(file, isAlways)
  try {
    return await askWorker(worker, file, isAlways)
  } catch {
    return shrink(file, isAlways)
  }
}

/** What a phone's camera may write that almost no computer can open. */
const isHeic = (file: File): boolean => /\.hei[cf]$/i.test(file.name)

const jpegOf = (file: File, blob: Blob): File =>
  new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  })

/**
 * The file as it should be sent. What cannot be drawn goes as it is, for the server to judge; null for a HEIC that this
 * browser cannot read: nobody at the other end could open it either.
 */
export const readyPicture = async (file: File): Promise<File | null> => {
  if (isHeic(file)) {
    const blob = await shrinkAside(file, true).catch(() => null)
    return blob === null ? null : jpegOf(file, blob)
  }
  const blob = await shrinkAside(file, false).catch(() => null)
  return blob === null ? file : jpegOf(file, blob)
}

interface Ready {
  files: File[]
  /** Pictures of a kind that this browser cannot read. */
  unread: File[]
}

/** Files as they should be sent, the pictures among them made ready ({@link readyPicture}). */
export const readyFiles = async (
  files: readonly File[],
  isPicture: (file: File) => boolean,
): Promise<Ready> => {
  const all: Ready = { files: [], unread: [] }
  // One after another: each takes tens of megabytes while it is drawn.
  for (const file of files) {
    const picture = isPicture(file) ? await readyPicture(file) : file
    if (picture === null) all.unread.push(file)
    else all.files.push(picture)
  }
  return all
}
