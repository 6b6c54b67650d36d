import { setImmediate as breathe } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Deps } from '../../deps.ts'
import { findScanState } from '../../files/scan-waiting.ts'
import type { Duties } from '../../module.ts'

/** Rows per query. */
const LOOK = 200

/** Makes a name that no archiver takes for a path. */
const plain = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-120) || 'файл'

/** Streams a person's data as a ZIP: JSON and the files they attached. */
export const archiveOf = async function* (
  { sql, files, log }: Pick<Deps, 'sql' | 'files' | 'log'>,
  person_id: string,
  modules: readonly Duties[],
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    ready.push(chunk)
  })
  const give = function* (): Generator<Uint8Array> {
    if (failed !== null) throw failed
    yield* ready.splice(0)
  }
  const addJson = (name: string, value: unknown): void => {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    part.push(strToU8(`${JSON.stringify(value, null, 2)}\n`), true)
  }
  const addFile = async function* (name: string, key: string): AsyncGenerator<Uint8Array> {
    // A file blocked by the virus check is left out.
    if ((await findScanState(sql, key)) !== null)
      return log.warn({ key }, 'a file of an archive is held by the virus check')
    const opened = await files.open(key)
    // A file deleted meanwhile must not fail the whole archive.
    if (opened === null) return log.warn({ key }, 'a file of an archive is gone')
    const part = new ZipPassThrough(name)
    zip.add(part)
    for await (const chunk of opened.stream) {
      part.push(chunk as Uint8Array)
      yield* give()
    }
    part.push(new Uint8Array(), true)
    yield* give()
  }

  const chapters: Record<string, unknown> = {}
  for (const { exports } of modules)
    for (const [name, read] of Object.entries(exports?.chapters ?? {}))
      chapters[name] = await read(sql, person_id)
  addJson('данные.json', chapters)
  const attached: { name: string; key: string }[] = []
  for (const { name, list } of modules.flatMap(({ exports }) => exports?.lists ?? [])) {
    const part = new ZipDeflate(`${name}.json`, { level: 6 })
    zip.add(part)
    part.push(strToU8('['))
    for (let after = '0', first = true; ; ) {
      const rows = await list(sql, { person_id, after, limit: LOOK })
      for (const { id, files: own, value } of rows) {
        const names = own.map(({ file_name }, index) => `файлы/${id}-${index + 1}-${plain(file_name)}`)
        attached.push(...own.map(({ file_key }, index) => ({ name: names[index] ?? id, key: file_key })))
        part.push(strToU8(`${first ? '' : ','}\n${JSON.stringify({ ...value, files: names }, null, 2)}`))
        first = false
        after = id
      }
      yield* give()
      await breathe()
      if (rows.length < LOOK) break
    }
    part.push(strToU8('\n]\n'), true)
  }
  for (const { exports } of modules)
    for (const [name, find] of Object.entries(exports?.files ?? {})) {
      const key = await find(sql, person_id)
      if (key !== null) yield* addFile(name, key)
    }
  for (const { name, key } of attached) yield* addFile(name, key)
  zip.end()
  yield* give()
}
