import { PassThrough, pipeline, type Readable } from 'node:stream'
import { StoreUnavailable } from './files.ts'

/**
 * Passes the bytes through. Fails with {@link StoreUnavailable} if `source` sends nothing for `ms` while the reader is waiting; a
 * slow reader is not limited.
 */
export const patientStream = (source: Readable, ms: number): Readable => {
  const out = new PassThrough()
  let heard_at = performance.now()
  source.on('data', () => {
    heard_at = performance.now()
  })
  out.on('drain', () => {
    heard_at = performance.now()
  })
  const timer = setInterval(
    () => {
      if (!out.writableNeedDrain && performance.now() - heard_at > ms)
        source.destroy(new StoreUnavailable('Хранилище файлов замолчало посреди файла.'))
    },
    Math.min(1000, ms / 2),
  ).unref()
  pipeline(source, out, () => clearInterval(timer))
  return out
}
