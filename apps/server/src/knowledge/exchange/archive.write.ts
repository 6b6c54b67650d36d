import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Zip as FflateZip } from 'fflate'
import type { Deps } from '../../deps.ts'
import { findScanState } from '../../files/scan-waiting.ts'
import { late } from '../../ports/lazy-libraries.ts'
import { writeBase } from './export.ts'

const fflate = late<typeof import('fflate')>('fflate')

/**
 * Streams a whole base as a ZIP with back-pressure. Files that are missing or held by the virus check are skipped, so that the
 * export does not fail.
 */
export const archiveOfBase = (
  { sql, files, log }: Pick<Deps, 'sql' | 'files' | 'log'>,
  business_id: string,
): Readable => {
  const out = new PassThrough()
  const { Zip, ZipDeflate, ZipPassThrough, strToU8 } = fflate()
  let isFull = false
  const zip: FflateZip = new Zip((error, chunk, isLast) => {
    if (error !== null) return void out.destroy(error)
    isFull = !out.write(chunk)
    if (isLast) out.end()
  })
  const drained = async (): Promise<void> => {
    if (out.destroyed) throw new Error('the reader of the archive has disconnected')
    if (isFull) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  const target = {
    text: async (path: string, text: string) => {
      const part = new ZipDeflate(path, { level: 6 })
      zip.add(part)
      part.push(strToU8(text), true)
      await drained()
    },
    file: async (path: string, { file_key: key }: { file_key: string }) => {
      if ((await findScanState(sql, key)) !== null)
        return log.warn({ key }, 'a file of an archive is held by the virus check')
      const opened = await files.open(key)
      if (opened === null) return log.warn({ key }, 'a file of an archive is gone')
      const part = new ZipPassThrough(path)
      zip.add(part)
      for await (const chunk of opened.stream) {
        part.push(chunk as Uint8Array)
        await drained()
      }
      part.push(new Uint8Array(), true)
      await drained()
    },
  }
  writeBase(sql, business_id, target).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error as Error),
  )
  return out
}
