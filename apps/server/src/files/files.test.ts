import { readdir, readlink, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { signOut } from '@podmoga/contract/session'
import { listMessages } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disablePerson } from '../session/session.testing.ts'
import { openTicketWorld, reply, writeTicket } from '../tickets/tickets.testing.ts'
import { PDF, PNG, SAMPLES, sendRaw } from './testing-files.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let port: number
let ticket: string

const fileOf = (name: string, bytes: Buffer): File => new File([new Uint8Array(bytes)], name)

const attach = async (...files: File[]) => (await reply(t.A, ticket, 'вот', files)).attachments

const linkOf = async (name: string, bytes: Buffer): Promise<string> => {
  const [attachment] = await attach(fileOf(name, bytes))
  return attachment?.file_url ?? ''
}

const keyOf = (link: string): string =>
  /^\["([^"]+)"/.exec(Buffer.from(link.split(/[/.]/)[2] ?? '', 'base64url').toString())?.[1] ?? ''

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.world.app.inject({ method, url, headers })

const expectNothing = (answer: Awaited<ReturnType<typeof open>>) => {
  expect([400, 403, 404]).toContain(answer.statusCode)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toMatchObject({ error: expect.stringMatching(/[а-яё]/i), code: expect.any(String) })
}

beforeAll(async () => {
  t = await openTicketWorld()
  port = Number(new URL(await t.world.listen()).port)
  ticket = (await writeTicket(t.A)).id
})
afterAll(() => t.world.close())

describe('a file', () => {
  it.each(SAMPLES)(
    'U01, D01: gives $name back byte for byte, under its name',
    async ({ name, bytes, content_type }) => {
      const answer = await open(await linkOf(name, bytes))
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(bytes)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': content_type,
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      const inline = /^(image\/|application\/pdf$)/.test(content_type)
      const disposition = String(answer.headers['content-disposition'])
      expect(disposition.startsWith(inline ? 'inline; ' : 'attachment; ')).toBe(true)
      const encoded = /filename\*=UTF-8''([\w%.~!-]+)$/.exec(disposition)?.[1] ?? ''
      expect(decodeURIComponent(encoded)).toBe(name.normalize('NFC'))
    },
  )

  it('U31: keeps what a scanner would take for a virus, inert: there is no scanner here', async () => {
    const signature = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
    const bytes = Buffer.concat([PDF, Buffer.from(signature)])
    const answer = await open(await linkOf('счёт.pdf', bytes))
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  it.each([
    'Счёт №5 — копия.pdf',
    '👩‍🍳 меню.pdf',
    'فاتورة.pdf',
    `"><svg> '(a)*%41;b=c.pdf`,
    `${'ы'.repeat(125)}.pdf`,
  ])('U16, U21: keeps the name %s in the list and in the header', async (name) => {
    const [attachment] = await attach(fileOf(name, PDF))
    expect(attachment?.file_name).toBe(name)
    const disposition = String((await open(attachment?.file_url ?? '')).headers['content-disposition'])
    const [, plain, encoded = ''] =
      /^inline; filename="([\x20-\x7e]*)"; filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
    expect(plain).not.toMatch(/["\\%]/)
    expect(decodeURIComponent(encoded)).toBe(name)
  })

  it('U10, D10: serves a polyglot as the picture it was detected to be, inert', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])
    const answer = await open(await linkOf('png_then_html.png', bytes))
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  it('D09: hands out what could run as a download only, whatever its row says', async () => {
    const link = await linkOf('a.png', PNG)
    const key = keyOf(link)
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript']) {
      await t.world.sql`update attachments set content_type = ${type} where file_key = ${key}`
      const page = await t.A.call(listMessages, { params: { ticketId: ticket } })
      const shown = page.results.flatMap((day) => day.results.flatMap((message) => message.attachments))
      const url = shown.find((attachment) => attachment.content_type === type)?.file_url ?? ''
      const answer = await open(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
      expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('a link', () => {
  it('stays the same for half of its life, so that a browser may keep a picture', async () => {
    const half = t.world.config.FILE_LINK_SECONDS / 2
    t.world.clock.move((half - ((t.world.clock.now().getTime() / 1000) % half) + 1) * 1000)
    await attach(fileOf('a.png', PNG))
    const links = async () => {
      const page = await t.A.call(listMessages, { params: { ticketId: ticket } })
      return page.results.flatMap((day) =>
        day.results.flatMap((message) => message.attachments.map((a) => a.file_url)),
      )
    }
    const first = await links()
    t.world.clock.move((half - 30) * 1000)
    expect(await links()).toEqual(first)
    t.world.clock.move(60_000)
    expect(await links()).not.toEqual(first)
    expect((await open(first[0] ?? '')).statusCode).toBe(200)
  })

  it('lives no longer when it was signed by a clock that has been set back since', async () => {
    t.world.clock.set(3_600_000)
    const link = await linkOf('a.png', PNG)
    expect((await open(link)).statusCode).toBe(200)
    t.world.clock.set(-3_600_000)
    expectNothing(await open(link))
  })

  it('D02: opens nothing once it has run out', async () => {
    const link = await linkOf('a.png', PNG)
    expect((await open(link)).statusCode).toBe(200)
    t.world.clock.move((t.world.config.FILE_LINK_SECONDS + 1) * 1000)
    const answer = await open(link)
    expectNothing(answer)
    expect(answer.json()).toMatchObject({ code: 'not_found', error: expect.stringContaining('устарела') })
  })

  it('D03: opens nothing with any one letter changed', async () => {
    const link = await linkOf('счёт.png', PNG)
    for (let at = '/files/'.length; at < link.length; at++) {
      const letter = link[at] === 'A' ? 'B' : 'A'
      expectNothing(await open(link.slice(0, at) + letter + link.slice(at + 1)))
    }
  })

  it('D03: opens nothing with its payload, signature or name of another link', async () => {
    const [one = '', two = ''] = [await linkOf('a.png', PNG), await linkOf('b.gif.pdf', PDF)]
    const [, , token1 = '', name1] = one.split('/')
    const [, , token2 = '', name2] = two.split('/')
    const [payload1, signature1] = token1.split('.')
    const [payload2] = token2.split('.')
    for (const url of [
      `/files/${token1}/${name2}`,
      `/files/${payload2}.${signature1}/${name1}`,
      `/files/${payload2}.${signature1}/${name2}`,
      `/files/${payload1}./${name1}`,
      `/files/${payload1}/${name1}`,
      `/files/.${signature1}/${name1}`,
    ])
      expectNothing(await open(url))
  })

  it('dies with the session it was made for, within two seconds', async () => {
    const token = await t.world.signIn(t.walls.A.login)
    const call = t.world.as({ token, restaurant_id: t.walls.r11 })
    const page = await call(listMessages, { params: { ticketId: ticket } })
    const link = page.results.flatMap((day) => day.results.flatMap((m) => m.attachments))[0]?.file_url ?? ''
    expect((await open(link)).statusCode).toBe(200)
    await call(signOut, {})
    t.world.clock.move(2_001)
    expectNothing(await open(link))
  })

  it('dies when its person is disabled', async () => {
    const token = await t.world.signIn(t.walls.E.login)
    const page = await t.world.as({ token, restaurant_id: t.walls.r11 })(listMessages, {
      params: { ticketId: ticket },
    })
    const link = page.results.flatMap((day) => day.results.flatMap((m) => m.attachments))[0]?.file_url ?? ''
    expect((await open(link)).statusCode).toBe(200)
    await disablePerson(t.world.sql, t.walls.E.id)
    t.world.clock.move(2_001)
    expectNothing(await open(link))
  })

  it('is not found when its bytes are gone', async () => {
    const link = await linkOf('a.png', PNG)
    await rm(join(t.world.config.DATA_DIR, 'files', keyOf(link)))
    expectNothing(await open(link))
  })

  it.each([
    '/files/',
    '/files',
    '/files/a',
    '/files/a/b/c',
    '/files/..%2f..%2fetc/passwd',
    '/files/%2e%2e/%2e%2e/etc/passwd',
    '/files/../secrets.json',
    '/files//etc/passwd',
    '/files//',
    '/files/..\\..\\etc\\passwd',
    '/files/a%00b/c',
    '/files/%zz/c',
    '/files/a/%',
    '/files/%E0%A4%A/c',
    `/files/${'a'.repeat(4000)}/b`,
    'http://evil.test/files/a/b',
  ])('D07: finds nothing at %s', async (path) => {
    const answer = await sendRaw(port, [`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`])
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|414) /)
    expect(answer).toMatch(/"error":"[^"]*[а-яё]/i)
    expect(answer).not.toContain('root:')
  })
})

describe('a part of a file', () => {
  const bytes = Buffer.concat([PDF, Buffer.from('0123456789')])
  let link: string
  let size: number
  beforeAll(async () => {
    link = await linkOf('a.pdf', bytes)
    size = bytes.length
  })

  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=5-', 5, -1],
    ['bytes=-10', -10, -1],
    ['bytes=3-99999', 3, -1],
    ['bytes=-99999', 0, -1],
  ])('%s', async (range, from, to) => {
    const start = from < 0 ? size + from : from
    const end = to < 0 ? size - 1 : to
    const answer = await open(link, { range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
    })
    expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=a-b', 'bytes=-', 'bytes=5-3', 'bytes=0-1,3-4', 'lines=1-2'])(
    'sends all for %s',
    async (range) => {
      const answer = await open(link, { range })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(bytes)).toBe(true)
    },
  )

  it('has none past the end', async () => {
    const answer = await open(link, { range: `bytes=${size}-` })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    expect(answer.json()).toEqual({ error: expect.stringMatching(/[а-яё]/i), code: 'bad_request' })
  })

  it('is not sent again to a client that has it', async () => {
    const etag = String((await open(link)).headers.etag)
    for (const condition of [etag, `"other", W/${etag}`, '*']) {
      const answer = await open(link, { 'if-none-match': condition, range: 'bytes=0-3' })
      expect([condition, answer.statusCode, answer.body]).toEqual([condition, 304, ''])
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-store' })
    }
    expect((await open(link, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is resumed only if the file is the same', async () => {
    const { etag } = (await open(link)).headers
    expect((await open(link, { range: 'bytes=1-2', 'if-range': String(etag) })).statusCode).toBe(206)
    expect((await open(link, { range: 'bytes=1-2', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  it('tells everything but the bytes to HEAD', async () => {
    const whole = await open(link)
    const head = await open(link, {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    for (const name of [
      'content-length',
      'content-type',
      'content-disposition',
      'content-security-policy',
      'etag',
    ])
      expect(head.headers[name], name).toBe(whole.headers[name])
  })
})

// Memory is measured after a collection: the amount of garbage depends on how busy the machine is.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('many slow readers', () => {
  it('D14, F19: costs no memory for what has not been read, and others are served', async () => {
    const big = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024, 7)])
    const path = await linkOf('большой.png', big)
    collectGarbage()
    const before = process.memoryUsage()
    const readers = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<() => void>((resolve, reject) => {
            const request = get({ port, host: '127.0.0.1', path, agent: false }, (answer) => {
              answer.once('readable', () => resolve(() => request.destroy()))
            }).on('error', (error) => (request.destroyed ? undefined : reject(error)))
          }),
      ),
    )
    collectGarbage()
    const after = process.memoryUsage()
    const other = await open(await linkOf('a.png', PNG))
    for (const leave of readers) leave()
    expect(after.rss + after.external - before.rss - before.external).toBeLessThan(200 * 1024 * 1024)
    expect(other.statusCode).toBe(200)
    // A client that has disconnected keeps no file open.
    await expect.poll(() => openFilesBelow(t.world.config.DATA_DIR)).toBe(0)
  })
})

const openFilesBelow = async (dir: string): Promise<number> => {
  let count = 0
  for (const name of await readdir('/proc/self/fd'))
    if ((await readlink(`/proc/self/fd/${name}`).catch(() => '')).startsWith(`${dir}/files`)) count += 1
  return count
}
