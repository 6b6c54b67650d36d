import { goneText, isThere } from '@podmoga/web/files/gone'
import { workerUrl as trusted } from '@podmoga/web/push/worker-url'
import { isPicture } from './is-picture.ts'
import workerUrl from './picture.worker.ts?worker&url'
import { isHeicInside, withoutData } from './picture-data.ts'
import { heicText } from './pictures.texts.ts'
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

/** Sends a picture to the worker; rejects if the worker does not start or cannot decode the picture. */
const askWorker = (asked: Worker, file: File, isAlways: boolean): Promise<Blob | null> =>
  new Promise((resolve, reject) => {
    last += 1
    const id = last
    const stop = new AbortController()
    const { signal } = stop
    const onAnswer = ({ data }: MessageEvent<Answer>) => {
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
    asked.addEventListener('message', onAnswer, { signal })
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

/** HEIC, as phone cameras write it, which few computers can open; by name or by content. */
const isHeic = async (file: File): Promise<boolean> =>
  /\.hei[cf]$/i.test(file.name) || (await isHeicInside(file).catch(() => false))

const jpegOf = (file: File, blob: Blob): File =>
  new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  })

/**
 * The file as it should be sent. A picture that cannot be decoded is sent unchanged but without its location, for the server to
 * check; null for a HEIC that this browser cannot read, since support could not open it either.
 */
export const readyPicture = async (file: File): Promise<File | null> => {
  const is_heic = await isHeic(file)
  const blob = await shrinkAside(file, is_heic).catch(() => null)
  if (blob !== null) return jpegOf(file, blob)
  if (is_heic) return null
  const parts = await file.arrayBuffer().then(withoutData, () => null)
  return parts === null ? file : jpegOf(file, new Blob(parts))
}

interface Ready {
  files: File[]
  /** The error about rejected files; empty if there are none. */
  problem: string
}

/** Files as they should be sent, with their pictures prepared ({@link readyPicture}). */
export const readyFiles = async (files: readonly File[]): Promise<Ready> => {
  const ready: File[] = []
  const heic: File[] = []
  const gone: File[] = []
  // One after another: decoding takes tens of megabytes for each.
  for (const file of files) {
    const picture = isPicture(file) ? await readyPicture(file) : file
    if (picture === null) heic.push(file)
    else if (picture === file && !(await isThere(file))) gone.push(file)
    else ready.push(picture)
  }
  const problems = [heic.length > 0 && heicText(heic), gone.length > 0 && goneText(gone)]
  return { files: ready, problem: problems.filter(Boolean).join(' ') }
}
