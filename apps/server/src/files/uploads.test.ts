import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { createTicket, listMessages, listTickets } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { refusalOf } from '../http/testing-refusals.ts'
import { answer, countKept, openTicketWorld, reply, writeTicket } from '../tickets/tickets.testing.ts'
import { FORM_TYPE, fieldPart, filePart, formOf, PDF, PNG, rawPart, sendRaw } from './testing-files.ts'

const FILE_MAX = 200_000

let t: Awaited<ReturnType<typeof openTicketWorld>>
let port: number
let ticket: string
let before: Awaited<ReturnType<typeof countKept>>

const pngOf = (size: number): Buffer => Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 7)])
const fileOf = (name: string, bytes: Buffer): File => new File([new Uint8Array(bytes)], name)

/** Names below DATA_DIR/tmp and DATA_DIR/files. */
const onDisk = async (): Promise<string[]> => {
  const { DATA_DIR } = t.world.config
  const stored = await readdir(join(DATA_DIR, 'files'), { recursive: true, withFileTypes: true })
  return [
    ...(await readdir(join(DATA_DIR, 'tmp'))),
    ...stored.filter((entry) => entry.isFile()).map((entry) => entry.name),
  ].sort()
}
let disk: string[]

const openSockets = () =>
  new Promise<number>((resolve, reject) =>
    t.world.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Checked only after the server has seen every connection end: unread data could still leave a file. */
const expectNothingNew = async () => {
  await expect.poll(openSockets, { timeout: 30_000 }).toBe(0)
  await expect.poll(onDisk, { timeout: 30_000 }).toEqual(disk)
  expect(await countKept(t.world)).toEqual(before)
}

beforeAll(async () => {
  t = await openTicketWorld({ FILE_MAX_BYTES: String(FILE_MAX), FILES_TOTAL_BYTES: '500000' })
  port = Number(new URL(await t.world.listen()).port)
  ticket = (await writeTicket(t.A, 'с файлом', [fileOf('a.png', PNG)])).id
})
beforeEach(async () => {
  before = await countKept(t.world)
  disk = await onDisk()
})
afterAll(() => t.world.close())

const head = async (length: number): Promise<string> => {
  const token = await t.world.signIn(t.walls.A.login)
  return (
    `POST /api/help_desk/tickets/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
    `AuthRestaurantId: ${t.walls.r11}\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${length}\r\n\r\n`
  )
}

const ticketForm = (...files: Buffer[]): Buffer =>
  formOf(
    fieldPart('category', 'other'),
    fieldPart('topic', ''),
    fieldPart('initial_message', 'Здравствуйте'),
    ...files,
  )

describe('a ticket with files', () => {
  it('U20: keeps two files of one name apart, in their order', async () => {
    const { attachments } = await reply(t.A, ticket, 'две', [
      fileOf('a.png', PNG),
      fileOf('a.png', pngOf(300)),
    ])
    expect(attachments.map((file) => [file.file_name, file.size])).toEqual([
      ['a.png', PNG.length],
      ['a.png', 300],
    ])
    expect(new Set(attachments.map((file) => file.id)).size).toBe(2)
    expect(new Set(attachments.map((file) => file.file_url)).size).toBe(2)
  })

  it.each([
    ['U03: a file too large', [fileOf('b.png', PNG), fileOf('a.png', pngOf(FILE_MAX + 1))], 413, 'too_large'],
    ['U03: a sum too large', [1, 2, 3].map((at) => fileOf(`${at}.png`, pngOf(FILE_MAX))), 413, 'too_large'],
    ['U03: eleven files', Array.from({ length: 11 }, () => fileOf('a.png', PNG)), 413, 'too_many_files'],
    ['U04: an empty file', [fileOf('b.png', PNG), fileOf('a.png', Buffer.alloc(0))], 400, 'invalid'],
    ['U05: a page named as a picture', [fileOf('a.png', Buffer.from('<html>'))], 415, 'unsupported_type'],
    ['U06: a drawing that could run', [fileOf('x.svg', Buffer.from('<svg/>'))], 415, 'unsupported_type'],
  ])('stores nothing of a refused form: %s', async (_, files, status, code) => {
    expect(await refusalOf(writeTicket(t.A, 'вот', files))).toMatchObject({ status, code })
    await expectNothingNew()
  })

  it('U28: refuses a reply of files without text and keeps none of them', async () => {
    const refusal = await refusalOf(reply(t.A, ticket, ' ', [fileOf('a.png', PNG)]))
    expect(refusal).toMatchObject({ status: 400, fields: { text: 'Обязательное поле' } })
    await expectNothingNew()
  })

  it('Z24: keeps no file of a reply to a processed ticket', async () => {
    const closed = (await writeTicket(t.A)).id
    await answer(t.agent, closed, 'Готово', { close: 'true' })
    before = await countKept(t.world)
    const refusal = await refusalOf(reply(t.A, closed, 'ещё', [fileOf('a.png', PNG)]))
    expect(refusal.code).toBe('ticket_closed')
    await expectNothingNew()
  })

  it('Z02: keeps no file of a reply to a stranger’s ticket', async () => {
    expect((await refusalOf(reply(t.D, ticket, 'вот', [fileOf('a.png', PNG)]))).code).toBe('not_found')
    await expectNothingNew()
  })

  it('D04: gives a stranger no link to its files', async () => {
    const refusal = await refusalOf(t.D.call(listMessages, { params: { ticketId: ticket } }))
    expect(refusal.code).toBe('not_found')
    expect(JSON.stringify(refusal)).not.toContain('/files/')
  })

  it.each([
    ['an extended name with a line break', `filename*=UTF-8''a%0d%0aX.pdf`],
    ['a raw line break', 'filename="a\r\nX.pdf"'],
    ['an escaped line break', 'filename="a%0d%0aX.pdf"'],
  ])('U18: never acknowledges a ticket without its file: %s', async (_, name) => {
    const body = ticketForm(rawPart(`Content-Disposition: form-data; name="files"; ${name}`, PDF))
    expect(await sendRaw(port, [await head(body.length), body])).toMatch(/^HTTP\/1\.1 400 /)
    await expectNothingNew()
  })

  it('U22: leaves nothing of uploads that were broken off', async () => {
    const body = ticketForm(filePart('files', 'a.png', pngOf(FILE_MAX)))
    const start = await head(body.length)
    const total = (await t.A.call(listTickets, {})).total_items
    for (let round = 0; round < 40; round++) {
      const sent = body.subarray(0, Math.floor(body.length * ([0.1, 0.5, 0.99][round % 3] ?? 0)))
      const socket = createConnection({ port, host: '127.0.0.1' })
      socket.write(start)
      await new Promise((resolve) => socket.write(sent, resolve))
      await once(socket.destroy(), 'close')
    }
    await expectNothingNew()
    expect((await t.A.call(listTickets, {})).total_items).toBe(total)
  })

  it('U25: acknowledges no ticket whose body does not end', async () => {
    const body = ticketForm(filePart('files', 'a.png', PNG)).subarray(0, -4)
    expect(await sendRaw(port, [await head(body.length), body])).toMatch(/^HTTP\/1\.1 400 /)
    await expectNothingNew()
  })

  it('R08: leaves nothing beside its files after many uploads at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        reply(t.A, ticket, `файл ${at}`, [fileOf('a.png', pngOf(50_000))]),
      ),
    )
    expect(made.every((message) => message.attachments.length === 1)).toBe(true)
    expect(await readdir(join(t.world.config.DATA_DIR, 'tmp'))).toEqual([])
    expect((await onDisk()).length).toBe(disk.length + 12)
  })
})

describe('the hour’s upload', () => {
  it('unfinished uploads count by their bytes on disk, until they are removed', async () => {
    const own = await openTicketWorld({ RATE_LIMITS: 'on', UPLOAD_BYTES_PER_HOUR: '400000' })
    onTestFinished(() => own.world.close())
    const at = Number(new URL(await own.world.listen()).port)
    const token = await own.world.signIn(own.walls.A.login)
    const form = ticketForm(filePart('files', 'a.png', pngOf(190_000)))
    const begin = () => {
      const socket = createConnection({ port: at, host: '127.0.0.1' })
      const one = { socket, text: '' }
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        one.text += chunk.toString()
      })
      socket.write(
        `POST /api/help_desk/tickets/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
          `AuthRestaurantId: ${own.walls.r11}\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${form.length}\r\n\r\n`,
      )
      // All but the end of it.
      socket.write(form.subarray(0, -200))
      onTestFinished(() => void socket.destroy())
      return one
    }
    const tmp = join(own.world.config.DATA_DIR, 'tmp')
    const bytesThere = async () => {
      const sizes = (await readdir(tmp)).map(async (name) => (await stat(join(tmp, name))).size)
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    }
    const uploads = [begin(), begin()]
    await expect.poll(bytesThere, { timeout: 20_000 }).toBeGreaterThan(370_000)
    // The limit is reached, though neither upload has finished.
    uploads.push(begin(), begin())
    await expect
      .poll(() => uploads.map(({ text }) => text.slice(9, 12)), { timeout: 20_000 })
      .toEqual(['', '', '429', '429'])
    for (const { socket } of uploads) socket.destroy()
    await expect.poll(async () => (await readdir(tmp)).length, { timeout: 20_000 }).toBe(0)
    // Removed from disk, they are no longer charged.
    const file = fileOf('b.png', pngOf(190_000))
    await own.A.call(createTicket, {
      form: { category: 'other', initial_message: 'С файлом' },
      files: [file],
    })
  })

  it('is counted by bytes, and the rest of a refused form is removed', async () => {
    const world = await openTicketWorld({ RATE_LIMITS: 'on', UPLOAD_BYTES_PER_HOUR: '1000' })
    try {
      const { id } = await writeTicket(world.A, 'вот', [fileOf('a.png', pngOf(600))])
      const refusal = await refusalOf(reply(world.A, id, 'ещё', [fileOf('a.png', pngOf(600))]))
      expect(refusal).toMatchObject({ code: 'too_often', status: 429 })
      expect(refusal.retry_after).toBeGreaterThan(0)
      expect(await readdir(join(world.world.config.DATA_DIR, 'tmp'))).toEqual([])
      expect((await reply(world.A, id, 'меньше', [fileOf('a.png', pngOf(400))])).attachments).toHaveLength(1)
      expect((await reply(world.B, id, 'другой', [fileOf('a.png', pngOf(600))])).attachments).toHaveLength(1)
    } finally {
      await world.world.close()
    }
  })
})
