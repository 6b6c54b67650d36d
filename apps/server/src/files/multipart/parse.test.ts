import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDARY, fieldPart, filePart, formOf, rawPart } from '../testing-files.ts'
import { MalformedMultipart } from './malformed.ts'
import { boundaryOf, parseMultipart } from './parse.ts'

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

const read = async (body: Buffer, size = body.length, boundary = BOUNDARY) => {
  const parts: { name: string; file_name: string | null; bytes: Buffer }[] = []
  for await (const { name, file_name, body: bytes } of parseMultipart(inPieces(body, size), boundary)) {
    const chunks: Buffer[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    parts.push({ name, file_name, bytes: Buffer.concat(chunks) })
  }
  return parts
}

const refused = (body: Buffer) => expect(read(body)).rejects.toBeInstanceOf(MalformedMultipart)

const disposition = (text: string) => rawPart(`Content-Disposition: ${text}`, 'x')

describe('parseMultipart', () => {
  it('reads fields and files, whatever pieces the network makes of them', async () => {
    const body = formOf(
      fieldPart('text', 'Привет'),
      fieldPart('empty', ''),
      filePart('files', 'Счёт №5.pdf', '\r\n--almost\r\n'),
    )
    for (const size of [1, 2, 3, 7, 64, body.length])
      expect(await read(body, size)).toEqual([
        { name: 'text', file_name: null, bytes: Buffer.from('Привет') },
        { name: 'empty', file_name: null, bytes: Buffer.alloc(0) },
        { name: 'files', file_name: 'Счёт №5.pdf', bytes: Buffer.from('\r\n--almost\r\n') },
      ])
  })

  it('gives any bytes back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 80 }),
        async (bytes, size) => {
          const content = Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n-')])
          const [part] = await read(formOf(filePart('files', 'a.bin', content)), size)
          expect(part?.bytes.equals(content)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('reads the form that a browser makes', async () => {
    const form = new FormData()
    form.append('text', 'два\r\nслова')
    form.append('files', new Blob(['123']), 'имя "в кавычках".png')
    const request = new Request('http://x', { method: 'POST', body: form })
    const boundary = boundaryOf(request.headers.get('content-type') ?? '') ?? ''
    const body = Buffer.from(await request.arrayBuffer())
    expect(await read(body, 5, boundary)).toEqual([
      { name: 'text', file_name: null, bytes: Buffer.from('два\r\nслова') },
      { name: 'files', file_name: 'имя "в кавычках".png', bytes: Buffer.from('123') },
    ])
  })

  it('reads an empty form', async () => {
    expect(await read(formOf())).toEqual([])
  })

  it('U18: reads a name that is only extended, with its line breaks for others to refuse', async () => {
    const [part] = await read(formOf(disposition(`form-data; name="files"; filename*=UTF-8''a%0d%0aX.png`)))
    expect(part?.file_name).toBe('a\r\nX.png')
  })

  it('understands both ways of escaping a quote', async () => {
    const names = await read(
      formOf(
        disposition('form-data; name="files"; filename="a%22b.png"'),
        disposition('form-data; name="files"; filename="a\\"b.png"'),
        disposition('form-data; name=files; filename="C:\\x\\y.png"'),
      ),
    )
    expect(names.map((part) => part.file_name)).toEqual(['a"b.png', 'a"b.png', 'C:\\x\\y.png'])
  })

  it.each([
    ['an attachment', 'attachment; name="files"; filename="a.png"'],
    ['no name', 'form-data; filename="a.png"'],
    ['two names', 'form-data; name="files"; name="text"'],
    ['an open quote', 'form-data; name="files'],
    ['text after a quote', 'form-data; name="files"x'],
    ['another charset', "form-data; name=files; filename*=windows-1251''%e0.png"],
    ['a broken percent', "form-data; name=files; filename*=UTF-8''%e0.png"],
  ])('refuses a part with %s', async (_, text) => {
    await refused(formOf(disposition(text)))
  })

  it.each([
    ['no headers', rawPart('', 'x')],
    ['no disposition', rawPart('Content-Type: text/plain', 'x')],
    [
      'two dispositions',
      rawPart('Content-Disposition: form-data; name=a\r\ncontent-disposition: form-data; name=b'),
    ],
    ['a raw line break in its name', disposition('form-data; name="files"; filename="a\r\nX.png"')],
    ['a lone CR in its name', disposition('form-data; name="files"; filename="a\rX.png"')],
    ['a folded header', rawPart('Content-Disposition: form-data;\r\n name="files"', 'x')],
    [
      'base64',
      rawPart('Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64', 'eA=='),
    ],
    [
      'cp1251',
      rawPart('Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=cp1251', 'x'),
    ],
    [
      'a name that is not UTF-8',
      rawPart(Buffer.from('Content-Disposition: form-data; name="\xff"', 'latin1')),
    ],
    ['200 headers', rawPart(`Content-Disposition: form-data; name=a${'\r\nX-A: b'.repeat(200)}`)],
    ['a name of a megabyte', disposition(`form-data; name="${'a'.repeat(1 << 20)}"`)],
  ])('refuses %s', async (_, part) => {
    await refused(formOf(part))
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no closing boundary', filePart('files', 'a.png', 'x')],
    ['half a boundary', formOf(filePart('files', 'a.png', 'x')).subarray(0, -6)],
    ['a preamble', Buffer.concat([Buffer.from('hello\r\n'), formOf()])],
    ['another boundary', Buffer.from('--other--\r\n')],
    ['bytes after a boundary', Buffer.from(`--${BOUNDARY}tail\r\n`)],
    ['a long epilogue', Buffer.concat([formOf(), Buffer.alloc(5000, 'x')])],
  ])('U25: refuses a body with %s', async (_, body) => {
    await refused(body)
  })
})

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; boundary=abc; x=y', 'abc'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary=""', null],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
    ['multipart/form-data; boundary=a\u0000b', null],
  ])('%s', (type, expected) => {
    expect(boundaryOf(type)).toBe(expected)
  })
})
