import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMessages } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkScanner } from '../doctor/check-scanner.ts'
import { refusalOf } from '../http/testing-refusals.ts'
import { openFiles } from '../ports/open-files.ts'
import { openVirusScan } from '../ports/virus-scan.ts'
import { countKept, openTicketWorld, reply, writeTicket } from '../tickets/tickets.testing.ts'
import { SCANNER_ADDRESS } from './files.config.ts'
import { makeScanReceived } from './scan-received.ts'
import { scanWaiting } from './scan-waiting.ts'
import { hasClamd, makeClamd } from './testing-clamd.ts'
import { PNG } from './testing-files.ts'
import { EICAR, makeImitation, type Scanner } from './testing-scanner.ts'

const TOKEN = 'a-token-of-the-operator'

// Real ClamAV where installed (Debian: clamav-daemon), and everywhere an imitation of its protocol.
const SCANNERS = [
  { name: 'an imitation', make: makeImitation, isHere: true },
  { name: 'clamd', make: makeClamd, isHere: hasClamd() },
]

describe.each(SCANNERS.filter(({ isHere }) => isHere))('files go past $name', ({ make }) => {
  let scanner: Scanner
  let t: Awaited<ReturnType<typeof openTicketWorld>>

  beforeAll(async () => {
    scanner = await make()
    await scanner.start()
    t = await openTicketWorld({ VIRUS_SCAN: scanner.address, METRICS_TOKEN: TOKEN })
  })
  afterAll(async () => {
    await t.world.close()
    await scanner.end()
  })

  const fileOf = (name: string, ...more: BlobPart[]) =>
    new File([new Uint8Array(PNG), ...more], name, { type: 'image/png' })
  const open = (url = '') => t.world.app.inject({ url })
  const filesOf = async (ticketId: string) =>
    (await t.A.call(listMessages, { params: { ticketId } })).results
      .flatMap(({ results }) => results)
      .flatMap(({ attachments }) => attachments)
  /** One round of the job, with its own scanner or with none. */
  const look = async (address: string | null = scanner.address) => {
    const deps = {
      ...t.world,
      files: await openFiles(t.world.config),
      log: t.world.app.log,
      scanner: address === null ? null : openVirusScan(address),
      background: { closing: new AbortController().signal },
    }
    const now = t.world.clock.now()
    await scanWaiting(deps).batch({ now, lease_until: new Date(now.getTime() + 60_000), limit: 10 })
  }
  const metricsNow = async (): Promise<string[]> =>
    (await t.world.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body
      .split('\n')
      .filter((line) => /^podmoga_(virus|files_held)/.test(line))
  const foundNow = async (now: Date) =>
    (await checkScanner(t.world.sql, { now, scanner: openVirusScan(scanner.address) })).findings.map(
      ({ kind }) => kind,
    )

  test('an infected file, or one too large to look at, is refused by its name and nothing is kept; a clean one goes', async () => {
    const before = await countKept(t.world)
    const refused = (...files: File[]) => refusalOf(writeTicket(t.A, 'Вот чек', files))
    const message = 'В файле «чек.png» вирус: он не принят. Уберите его — остальное на месте.'
    expect(await refused(fileOf('чистый.png'), fileOf('чек.png', EICAR))).toMatchObject({
      code: 'unsupported_type',
      message,
      fields: { files: message },
    })
    const large = fileOf('видео.png', new Uint8Array(scanner.stream_max))
    expect(await refused(large)).toMatchObject({
      code: 'too_large',
      message: 'Файл «видео.png» слишком большой для проверки на вирусы. Уберите его — остальное на месте.',
    })
    expect(await countKept(t.world)).toEqual(before)
    const { id } = await writeTicket(t.A, 'Вот чек', [fileOf('чистый.png')])
    const [file] = await filesOf(id)
    expect(file).not.toHaveProperty('scan')
    expect((await open(file?.file_url)).statusCode).toBe(200)
  })

  test('a file that is too large is refused as such each time, and the scanner does not count as away', async () => {
    const path = join(t.world.config.DATA_DIR, 'large.png')
    await writeFile(path, new Uint8Array(scanner.stream_max * 2))
    const scan = openVirusScan(scanner.address)
    const all = await Promise.all(Array.from({ length: 40 }, () => scan.scan(path, { ms: 60_000 })))
    expect(all.every(({ is }) => is === 'too_large')).toBe(true)
    expect(scan.wasAway()).toBe(false)
  })

  test('while the scanner is away messages are sent and files wait; none can be opened before its scan', async () => {
    await scanner.stop()
    const large = fileOf('видео.png', new Uint8Array(scanner.stream_max))
    const sent = [fileOf('чистый.png'), fileOf('чек.png', EICAR), large]
    const { id } = await writeTicket(t.A, 'Без проверки', sent)
    const answered = await reply(t.A, id, 'и ещё', [fileOf('третий.png')])
    expect(answered.attachments).toMatchObject([{ scan: 'waiting' }])
    const statesNow = async () => (await filesOf(id)).map(({ scan }) => scan)
    const WAITING = ['waiting', 'waiting', 'waiting', 'waiting']
    expect(await statesNow()).toEqual(WAITING)
    const refused = await open((await filesOf(id))[0]?.file_url)
    expect([refused.statusCode, refused.json().error]).toEqual([
      503,
      'Проверяем файл. Откройте его чуть позже.',
    ])
    await look()
    expect(await statesNow()).toEqual(WAITING)
    const later = new Date(t.world.clock.now().getTime() + 2 * 3_600_000)
    expect(await foundNow(later)).toEqual(['scanner_away', 'files_unscanned'])
    expect(await metricsNow()).toEqual([
      'podmoga_virus_scanner_up 0',
      'podmoga_files_held{scan="waiting"} 4',
      'podmoga_files_held{scan="infected"} 0',
      'podmoga_files_held{scan="too_large"} 0',
    ])

    await scanner.start()
    await look()
    expect(await statesNow()).toEqual([undefined, 'infected', 'too_large', undefined])
    const [clean, infected, tooLarge] = await filesOf(id)
    expect((await open(clean?.file_url)).statusCode).toBe(200)
    for (const [file, words] of [
      [infected, 'В файле вирус: открыть его нельзя.'],
      [tooLarge, 'Файл слишком большой для проверки на вирусы: открыть его нельзя.'],
    ] as const) {
      const gone = await open(file?.file_url)
      expect([gone.statusCode, gone.json().error]).toEqual([404, words])
    }
    expect(await foundNow(later)).toEqual([])
    expect((await metricsNow()).slice(0, 3)).toEqual([
      'podmoga_virus_scanner_up 1',
      'podmoga_files_held{scan="waiting"} 0',
      'podmoga_files_held{scan="infected"} 1',
    ])
  })

  test('a hanging scanner delays one request, briefly; without a scanner nothing waits any more', async () => {
    await scanner.hang(true)
    const hung = openVirusScan(scanner.address)
    const scan = makeScanReceived({ scanner: hung, log: t.world.app.log }, 1500)()
    const temp_path = join(t.world.config.DATA_DIR, 'received.png')
    await writeFile(temp_path, PNG)
    const file = { file_name: 'a.png', content_type: 'image/png', size: PNG.length, sha256: PNG, temp_path }
    const began = performance.now()
    for (let round = 0; round < 3; round += 1)
      expect(await scan('files', file)).toMatchObject({ is_unscanned: true })
    expect(performance.now() - began).toBeLessThan(4400)
    expect(hung.wasAway()).toBe(true)
    await scanner.hang(false)
    expect(await hung.isUp()).toBe(true)
    expect(hung.wasAway()).toBe(false)

    await t.world.sql`update stored_files set scan = 'waiting' where scan is null`
    await look(null)
    const left = await t.world.sql`select from stored_files where scan = 'waiting'`
    expect(left).toHaveLength(0)
  })
})

test.each([
  ['tcp://clamav:3310', true],
  ['tcp://[::1]:3310', true],
  ['unix:/run/clamav/clamd.ctl', true],
  ['http://clamav:3310', false],
  ['clamav:3310', false],
])('a scanner at %s: %s', (address, isOne) => {
  expect(SCANNER_ADDRESS.test(address)).toBe(isOne)
})
