import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetShared, keepShared, readShared } from './shared.ts'

/** What a browser's Cache does with so little: keeps answers by address, in the order they came, while there is room. */
let disk: Map<string, Map<string, Response>>
let room: number
beforeEach(() => {
  disk = new Map()
  room = Number.POSITIVE_INFINITY
  vi.stubGlobal('caches', {
    delete: async (name: string) => disk.delete(name),
    open: async (name: string) => {
      const held = disk.get(name) ?? new Map<string, Response>()
      disk.set(name, held)
      return {
        put: async (url: string, response: Response) => {
          if (held.size >= room) throw new DOMException('full', 'QuotaExceededError')
          held.set(url, response)
        },
        matchAll: async () => [...held.values()].map((one) => one.clone()),
      }
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const share = (parts: readonly (readonly [name: string, value: File | string])[]) => {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return keepShared(new Request('https://x.test/share', { method: 'POST', body }))
}
const names = async () => (await readShared()).files.map(({ name }) => name)
const photo = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

test('what another app hands over is there by its name, kind and content until it is kept elsewhere', async () => {
  await share([['files', new File(['чек'], 'чек №1.png', { type: 'image/png' })]])
  for (const _reload of [1, 2]) {
    const [file] = (await readShared()).files
    expect([file?.name, file?.type, await file?.text()]).toEqual(['чек №1.png', 'image/png', 'чек'])
  }
  await forgetShared()
  expect(await readShared()).toEqual({ files: [], left: 0 })
})

test('words, other fields and what is too many or too heavy stay outside; an earlier share is not mixed in', async () => {
  await share([['files', photo('прежний.png')]])
  await share([
    ['files', 'no file'],
    ['title', photo('not asked for.png')],
    ...Array.from({ length: 14 }, (_, at) => ['files', photo(`${at}.png`)] as const),
  ])
  expect(await names()).toEqual(Array.from({ length: 10 }, (_, at) => `${at}.png`))
  // What found no room is told of.
  expect((await readShared()).left).toBe(4)
  await share([
    ['files', photo('small.png')],
    ['files', photo('heavy.png', 101 * 1024 * 1024)],
  ])
  expect(await names()).toEqual(['small.png'])
  expect((await readShared()).left).toBe(1)
  // A form whose field stayed empty.
  await share([['files', new File([], '')]])
  expect(await readShared()).toEqual({ files: [], left: 0 })
})

test('no name breaks the share, and none becomes a header or an address', async () => {
  const long = `${'a'.repeat(199)}😀.png`
  const hostile = ['x\r\nset-cookie: a=b', '../../etc/passwd', '%E0%A4%A', long]
  await share(hostile.map((name) => ['files', photo(name)] as const))
  expect([...(disk.get('shared')?.keys() ?? [])]).toEqual(hostile.map((_, at) => `/shared/${at}`))
  for (const response of disk.get('shared')?.values() ?? [])
    expect([...response.headers.keys()].sort()).toEqual(['content-type', 'x-file-name'])
  const taken = await names()
  expect(taken).toHaveLength(4)
  expect(taken[2]).toBe('%E0%A4%A')
  expect(taken[3]).toHaveLength(200)
})

test('a full disk keeps what fits, and what is no form at all keeps nothing: the app opens either way', async () => {
  room = 1
  await share([
    ['files', photo('first.png')],
    ['files', photo('second.png')],
  ])
  expect(await names()).toEqual(['first.png'])
  await share([['files', photo('first.png')]])
  await keepShared(new Request('https://x.test/share', { method: 'POST', body: 'garbage' }))
  expect(await names()).toEqual([])
})
