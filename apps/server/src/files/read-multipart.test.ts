import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHOTO_MAX } from '@podmoga/contract/fields/limits'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { answerErrors } from '../http/errors.ts'
import type { Person } from '../http/principals.ts'
import { refuse } from '../http/refuse.ts'
import { limitSlowBodies } from '../http/slow-bodies.ts'
import { acceptForms, makeReadMultipart } from './read-multipart.ts'
import {
  FORM_TYPE,
  fieldPart,
  filePart,
  formOf,
  GIF,
  PDF,
  PNG,
  rawPart,
  SAMPLES,
  sendRaw,
  zipOf,
} from './testing-files.ts'

const FILE_MAX = 100_000
const TOTAL_MAX = 250_000

let dir: string
let app: FastifyInstance
let port: number
let taken: number[] = []
/** Called when a handler begins to read a body. */
let reading: () => void = () => undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podmoga-forms-'))
  const config = getConfig({
    DATA_DIR: dir,
    NODE_ENV: 'test',
    FILE_MAX_BYTES: String(FILE_MAX),
    FILES_TOTAL_BYTES: String(TOTAL_MAX),
  })
  const take = async (_kind: string, _person: string, _limit: number, _seconds: number, amount = 1) => {
    taken.push(amount)
  }
  const deps = { config, rates: { take }, scanner: null } as unknown as Deps
  app = Fastify()
  limitSlowBodies(app)
  acceptForms(app)
  answerErrors(app)
  const read = await makeReadMultipart(deps)
  for (const kind of ['attachments', 'photo'] as const)
    app.post(`/${kind}`, async (request) => {
      request.who = { person_id: '1' } as Person
      reading()
      const form = await read(request, { field: kind === 'photo' ? 'image' : 'files', kind })
      try {
        return {
          fields: form.fields,
          files: form.files.map(({ sha256, temp_path, ...file }) => ({
            ...file,
            sha256: sha256.toString('hex'),
          })),
        }
      } finally {
        await form.discard()
      }
    })
  app.post('/refused', async () => {
    throw refuse('unauthorized')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

const leftovers = () => readdir(join(dir, 'tmp'))

const post = async (body: Buffer, path = '/attachments') => {
  taken = []
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE },
    body: new Uint8Array(body),
  })
  const json = (await answer.json()) as {
    code?: string
    error?: string
    fields?: Record<string, string>
    files?: { file_name: string; content_type: string; size: number; sha256: string }[]
  }
  expect(await leftovers()).toEqual([])
  return { status: answer.status, ...json }
}

const postFile = (name: string, bytes: Buffer | string) => post(formOf(filePart('files', name, bytes)))

/** A valid PNG of exactly `size` bytes. */
const pngOf = (size: number): Buffer => Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 7)])

describe('files', () => {
  it.each(SAMPLES)('U01: takes $name', async ({ name, bytes, content_type }) => {
    const { status, files } = await post(formOf(fieldPart('text', 'вот'), filePart('files', name, bytes)))
    expect(status).toBe(200)
    expect(files).toMatchObject([{ file_name: name.normalize('NFC'), content_type, size: bytes.length }])
    expect(taken).toEqual([bytes.length])
  })

  it('U03: takes a file of exactly the limit and refuses one byte more, naming file and limit', async () => {
    expect((await postFile('a.png', pngOf(FILE_MAX))).status).toBe(200)
    const refusal = await postFile('снимок.png', pngOf(FILE_MAX + 1))
    expect(refusal).toMatchObject({ status: 413, code: 'too_large' })
    expect(refusal.error).toBe('Слишком большой файл: «снимок.png». Не больше 97,7 КБ.')
    expect(refusal.fields).toEqual({ files: refusal.error })
  })

  it('U03: takes files of exactly the sum and refuses one byte more', async () => {
    const files = (last: number) =>
      post(
        formOf(...[FILE_MAX, FILE_MAX, last].map((size, at) => filePart('files', `${at}.png`, pngOf(size)))),
      )
    expect((await files(TOTAL_MAX - 2 * FILE_MAX)).status).toBe(200)
    expect(await files(TOTAL_MAX - 2 * FILE_MAX + 1)).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('U03: takes ten files and refuses eleven', async () => {
    const files = (count: number) =>
      post(formOf(...Array.from({ length: count }, (_, at) => filePart('files', `${at}.png`, PNG))))
    expect((await files(10)).files).toHaveLength(10)
    expect(await files(11)).toMatchObject({
      status: 413,
      code: 'too_many_files',
      error: 'Не больше 10 файлов в одном сообщении.',
    })
  })

  it('U03: answers a body far over the limit although nobody reads it', async () => {
    const refusal = await post(formOf(filePart('files', 'a.png', Buffer.alloc(20_000_000, 7))))
    expect(refusal).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('U04: refuses an empty file and one of a single byte', async () => {
    expect(await postFile('a.png', '')).toMatchObject({ status: 400, error: 'Файл пустой: «a.png»' })
    expect(await postFile('a.png', 'x')).toMatchObject({ status: 415 })
  })

  it.each([
    ['html.png', '<html><script>alert(1)</script>'],
    ['exe_named.pdf', Buffer.from('MZ\x90\x00', 'latin1')],
    ['elf.docx', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['jar.docx', zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'a/B.class': 'x' })],
    ['zip.xlsx', zipOf({ 'a.txt': 'x' })],
    ['таблица.docx', SAMPLES.find((sample) => sample.name === 'остатки.xlsx')?.bytes ?? ''],
    ['половина.docx', SAMPLES.find((sample) => sample.name === 'письмо.docx')?.bytes.subarray(0, 60) ?? ''],
    ['svg.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['x.gif', GIF],
    ['x.exe', 'MZ'],
    ['нет расширения', PNG],
    ['a.png.', PNG],
    ['.png', PNG],
    ['a.pdf', PNG],
  ])('U05, U06, U07: refuses %s', async (name, bytes) => {
    expect(await postFile(name, bytes)).toMatchObject({
      status: 415,
      code: 'unsupported_type',
      error: `Неподдерживаемый формат: «${name}»`,
    })
  })

  it('U07: stores a picture under the wrong picture extension as what it is', async () => {
    expect((await postFile('a.jpg', PNG)).files).toMatchObject([
      { file_name: 'a.jpg', content_type: 'image/png' },
    ])
    expect((await postFile('a.PNG', PNG)).files).toMatchObject([
      { file_name: 'a.PNG', content_type: 'image/png' },
    ])
    expect((await postFile('a.png ', PNG)).files).toMatchObject([{ file_name: 'a.png' }])
  })

  it('U20: keeps two files of one name apart', async () => {
    const { files } = await post(
      formOf(filePart('files', 'a.png', PNG), filePart('files', 'a.png', pngOf(500))),
    )
    expect(files?.map((file) => file.size)).toEqual([PNG.length, 500])
  })

  it('ignores the input that was left empty', async () => {
    expect(await post(formOf(filePart('files', '', '')))).toMatchObject({ status: 200, files: [] })
  })

  it('refuses a file in another field, and text in the field of files', async () => {
    expect(await post(formOf(filePart('file', 'a.png', PNG)))).toMatchObject({ status: 400 })
    expect(await post(formOf(fieldPart('files', 'a.png')))).toMatchObject({ status: 400 })
  })
})

describe('names', () => {
  it.each([
    ['Счёт №5 — копия.pdf', 'Счёт №5 — копия.pdf'],
    ['👩‍🍳🍲.pdf', '👩‍🍳🍲.pdf'],
    ['فاتورة.pdf', 'فاتورة.pdf'],
    ['й.pdf', 'й.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['/etc/x.pdf', 'x.pdf'],
    ['C:\\x\\y.pdf', 'y.pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['-rf.pdf', '-rf.pdf'],
    ['.htaccess.pdf', '.htaccess.pdf'],
    ['<img src=x onerror=…>.pdf', '<img src=x onerror=…>.pdf'],
    ['{{7*7}}.pdf', '{{7*7}}.pdf'],
    [`${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('U16, U17, U21: keeps %s', async (given, shown) => {
    expect((await postFile(given, PDF)).files).toMatchObject([{ file_name: shown }])
  })

  it.each([[`${'a'.repeat(252)}.pdf`], [`${'ы'.repeat(3000)}.pdf`], [`${'👩‍🍳'.repeat(100)}.pdf`]])(
    'U16: shortens a name of more than 255 bytes and keeps its extension',
    async (given) => {
      const [file] = (await postFile(given, PDF)).files ?? []
      expect(file?.file_name).toMatch(/^(a+|ы+|(👩‍🍳)+)…\.pdf$/u)
      expect(Buffer.byteLength(file?.file_name ?? '')).toBeGreaterThan(235)
      expect(Buffer.byteLength(file?.file_name ?? '')).toBeLessThanOrEqual(255)
    },
  )

  it.each(['..', '.', '/', 'a%0d%0aX.pdf', 'a\tb.pdf', 'a\u2028b.pdf'])(
    'U17, U18: refuses %j',
    async (name) => {
      expect(await postFile(name, PDF)).toMatchObject({ status: 400, code: 'invalid' })
    },
  )

  it('U18: never acknowledges a form without a file that it named', async () => {
    const named = (header: string) => rawPart(`Content-Disposition: form-data; name="files"; ${header}`, PDF)
    for (const header of [`filename*=UTF-8''a%0d%0aX.pdf`, 'filename="a\r\nX.pdf"', 'filename="a\nX.pdf"'])
      expect(await post(formOf(fieldPart('text', 'вот'), named(header)))).toMatchObject({ status: 400 })
    const { files } = await post(formOf(named(`filename*=UTF-8''%D1%91.pdf`)))
    expect(files).toMatchObject([{ file_name: 'ё.pdf' }])
  })
})

describe('fields', () => {
  it('gives text back as it was typed: a browser sends each line break as two characters', async () => {
    const answer = await post(formOf(fieldPart('text', ' два\r\nслова 👩‍🍳\u202e '), fieldPart('empty', '')))
    expect(answer.fields).toEqual({ text: ' два\nслова 👩‍🍳\u202e ', empty: '' })
  })

  it.each([
    ['V03: NUL', fieldPart('text', 'a\0b')],
    ['V05: cp1251', fieldPart('text', Buffer.from('cff0e8e2e5f2', 'hex'))],
    ['V13: the same field twice', Buffer.concat([fieldPart('text', 'a'), fieldPart('text', 'a')])],
    ['V25: __proto__', fieldPart('__proto__', 'a')],
    ['V25: constructor', fieldPart('constructor', 'a')],
    ['an empty name', fieldPart('', 'a')],
  ])('refuses %s', async (_, parts) => {
    expect(await post(formOf(parts))).toMatchObject({ status: 400 })
  })

  it('refuses a field of more than 64 KiB', async () => {
    expect(await post(formOf(fieldPart('text', 'a'.repeat(65_536))))).toMatchObject({ status: 200 })
    expect(await post(formOf(fieldPart('text', 'a'.repeat(65_537))))).toMatchObject({ status: 413 })
  })
})

describe('photo', () => {
  const photo = (name: string, bytes: Buffer) => post(formOf(filePart('image', name, bytes)), '/photo')

  it('U02: takes two mebibytes and not a byte more', async () => {
    expect((await photo('я.png', pngOf(PHOTO_MAX))).status).toBe(200)
    expect(await photo('я.png', pngOf(PHOTO_MAX + 1))).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('U06: takes pictures only, and one of them', async () => {
    expect((await photo('я.gif', GIF)).files).toMatchObject([{ content_type: 'image/gif' }])
    expect(await photo('я.pdf', PDF)).toMatchObject({ status: 415 })
    expect(await photo('svg.png', Buffer.from('<svg/>'))).toMatchObject({ status: 415 })
    const two = formOf(filePart('image', 'a.png', PNG), filePart('image', 'b.png', PNG))
    expect(await post(two, '/photo')).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('broken and hostile bodies', () => {
  const head = (length: number | 'chunked', path = '/attachments') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM_TYPE}\r\n` +
    `${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`
  const form = formOf(fieldPart('text', 'вот'), filePart('files', 'a.png', pngOf(5000)))

  /** Sends part of a body, and drops the connection once the handler reads it. */
  const breakOff = async (length: number, sent: Buffer): Promise<void> => {
    const started = new Promise<void>((resolve) => {
      reading = resolve
    })
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.write(head(length))
    socket.write(sent)
    await started
    await once(socket.destroy(), 'close')
  }

  it('U25: refuses a body without its closing boundary', async () => {
    const cut = form.subarray(0, -4)
    expect(await sendRaw(port, [head(cut.length), cut])).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"bad_request"/)
    expect(await leftovers()).toEqual([])
  })

  it('U25: refuses a body that is longer than its Content-Length says', async () => {
    expect(await sendRaw(port, [head(form.length - 50), form])).toMatch(/^HTTP\/1.1 400 /)
    await expect.poll(leftovers).toEqual([])
  })

  it('U25: acknowledges no body that is shorter than its Content-Length says', async () => {
    await breakOff(form.length + 100, form)
    await expect.poll(leftovers).toEqual([])
  })

  it('U26: refuses a thousand parts at once', async () => {
    const begun = performance.now()
    const thousand = (part: (at: number) => Buffer) =>
      post(formOf(...Array.from({ length: 1000 }, (_, at) => part(at))))
    expect(await thousand((at) => fieldPart(`f${at}`, ''))).toMatchObject({ status: 400 })
    expect(await thousand((at) => filePart('files', `${at}.png`, ''))).toMatchObject({ status: 400 })
    expect(await thousand((at) => filePart('files', `${at}.png`, PNG))).toMatchObject({ status: 413 })
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it('U22: leaves nothing of uploads that were broken off', async () => {
    const big = formOf(fieldPart('text', 'вот'), filePart('files', 'a.png', pngOf(FILE_MAX)))
    for (let round = 0; round < 60; round++) {
      const share = [0.1, 0.5, 0.99][round % 3] ?? 0
      await breakOff(big.length, big.subarray(0, Math.floor(big.length * share)))
    }
    await expect.poll(leftovers).toEqual([])
  })

  it('answers before a refused body has ended', async () => {
    const answer = await post(formOf(filePart('files', 'a.png', pngOf(200_000))), '/refused')
    expect(answer).toMatchObject({ status: 401 })
  })
})

it('clears what a killed server left', async () => {
  const other = await mkdtemp(join(tmpdir(), 'podmoga-forms-'))
  await mkdir(join(other, 'tmp'))
  await writeFile(join(other, 'tmp', 'left'), 'x')
  await makeReadMultipart({ config: getConfig({ DATA_DIR: other }) } as unknown as Deps)
  expect(await readdir(join(other, 'tmp'))).toEqual([])
  await rm(other, { recursive: true })
})
