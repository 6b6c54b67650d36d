import { PassThrough, pipeline, type Readable } from 'node:stream'
import { StoreUnavailable } from './files.ts'

/**
 * The same bytes; breaks off with {@link StoreUnavailable} when `source` brings nothing for `ms` although somebody is
 * waiting for it. A reader may be as slow as they like.
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
