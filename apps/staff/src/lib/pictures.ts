import workerUrl from './picture.worker.ts?worker&url'
import { shrink } from './shrink.ts'
import { workerUrl as trusted } from './worker-url.ts'

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
const askWorker = (asked: Worker, file: File): Promise<Blob | null> =>
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
    asked.postMessage({ id, file })
  })

const shrinkAside = async (file: File): Promise<Blob | null> => {
  worker ??= worker === undefined ? openWorker() : null
  if (worker === null) return shrink(file)
  try {
    return await askWorker(worker, file)
  } catch {
    return shrink(file)
  }
}

/** The file as it should be sent; what cannot be drawn goes as it is, for the server to judge. */
export const readyPicture = async (file: File): Promise<File> => {
  const blob = await shrinkAside(file).catch(() => null)
  if (blob === null) return file
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  return new File([blob], name, { type: 'image/jpeg', lastModified: file.lastModified })
}
