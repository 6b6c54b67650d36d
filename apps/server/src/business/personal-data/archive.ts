import { setImmediate as breathe } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Deps } from '../../deps.ts'
import {
  findFacts,
  findPhoto,
  listAllSessions,
  listFeedback,
  listHandedOver,
  listWritten,
  type WrittenRow,
} from './personal-data.sql.ts'

/** Messages of one question. */
const LOOK = 200

/** A name that no archiver takes for a path. */
const plain = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-120) || 'файл'

/** A person's data as a ZIP, piece by piece, as fast as it is read: JSON and the files they attached. */
export const archiveOf = async function* (
  { sql, files, log }: Pick<Deps, 'sql' | 'files' | 'log'>,
  person_id: string,
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
    const opened = await files.open(key)
    // A file that has gone meanwhile is no reason to give nothing.
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

  addJson('данные.json', {
    профиль: await findFacts(sql, person_id),
    входы: await listAllSessions(sql, person_id),
    отзывы: await listFeedback(sql, person_id),
    'переданные смены': await listHandedOver(sql, person_id),
  })
  const messages = new ZipDeflate('сообщения.json', { level: 6 })
  zip.add(messages)
  messages.push(strToU8('['))
  const attached: { name: string; key: string }[] = []
  for (let after = '0', first = true; ; ) {
    const rows: WrittenRow[] = await listWritten(sql, { person_id, after, limit: LOOK })
    for (const { id, files: own, ...message } of rows) {
      const names = own.map(({ file_name }, place) => `файлы/${id}-${place + 1}-${plain(file_name)}`)
      attached.push(...own.map(({ file_key }, place) => ({ name: names[place] ?? id, key: file_key })))
      messages.push(strToU8(`${first ? '' : ','}\n${JSON.stringify({ ...message, files: names }, null, 2)}`))
      first = false
      after = id
    }
    yield* give()
    await breathe()
    if (rows.length < LOOK) break
  }
  messages.push(strToU8('\n]\n'), true)
  const photo = await findPhoto(sql, person_id)
  if (photo !== null) yield* addFile('фото', photo)
  for (const { name, key } of attached) yield* addFile(name, key)
  zip.end()
  yield* give()
}
