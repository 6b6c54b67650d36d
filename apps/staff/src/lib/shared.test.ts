import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetShared, keepShared, readShared } from './shared.ts'

/** A minimal Cache: responses by URL, in order of insertion, up to `capacity` entries. */
let disk: Map<string, Map<string, Response>>
let capacity: number
beforeEach(() => {
  disk = new Map()
  capacity = Number.POSITIVE_INFINITY
  vi.stubGlobal('caches', {
    has: async (name: string) => disk.has(name),
    open: async (name: string) => {
      const held = disk.get(name) ?? new Map<string, Response>()
      disk.set(name, held)
      return {
        put: async (url: string, response: Response) => {
          if (held.size >= capacity) throw new DOMException('full', 'QuotaExceededError')
          held.set(url, response)
        },
        keys: async () => [...held.keys()].map((path) => ({ url: `https://x.test${path}` })),
        match: async (path: string) => held.get(path)?.clone(),
        delete: async (path: string) => held.delete(path),
      }
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

let now: number
beforeEach(() => {
  now = Date.UTC(2026, 0, 5)
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

const share = (parts: readonly (readonly [name: string, value: File | string])[], owner = 'p1') => {
  now += 1000
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return keepShared(new Request('https://x.test/share', { method: 'POST', body }), owner)
}
const names = async (person = 'p1') => (await readShared(person)).files.map(({ name }) => name)
/** Takes all files and returns their names. */
const take = async (): Promise<string[]> => {
  const { files, paths } = await readShared('p1')
  await forgetShared(paths)
  return files.map(({ name }) => name)
}
const NOTHING = { files: [], left: 0, paths: [] }
const photo = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

test('a shared file is there with its name, type and content until it is kept elsewhere', async () => {
  await share([['files', new File(['чек'], 'чек №1.png', { type: 'image/png' })]])
  for (const _reload of [1, 2]) {
    const [file] = (await readShared('p1')).files
    expect([file?.name, file?.type, await file?.text()]).toEqual(['чек №1.png', 'image/png', 'чек'])
  }
  await take()
  expect(await readShared('p1')).toEqual(NOTHING)
})

test('files shared while others wait are added to them, and only those taken are deleted', async () => {
  await share([['files', photo('первый.png')]])
  const { paths } = await readShared('p1')
  await share([['files', photo('второй.png')]])
  expect(await names()).toEqual(['первый.png', 'второй.png'])
  await forgetShared(paths)
  expect(await names()).toEqual(['второй.png'])
  // Not taken for an hour, so not meant for the current ticket.
  now += 3601_000
  expect(await readShared('p1')).toEqual(NOTHING)
  expect(disk.get('shared')?.size).toBe(0)
})

test('files shared by one user are never another’s; those shared before the sign-in belong to the user who signs in', async () => {
  await share([['files', photo('чужой.png')]])
  await share([['files', photo('ничей.png')]], '')
  expect(await names('p2')).toEqual(['ничей.png'])
  expect(disk.get('shared')?.size).toBe(1)
})

test('texts, other fields and files over the limits are not stored', async () => {
  await share([
    ['files', 'no file'],
    ['title', photo('not asked for.png')],
    ...Array.from({ length: 14 }, (_, at) => ['files', photo(`${at}.png`)] as const),
  ])
  expect(await names()).toEqual(Array.from({ length: 10 }, (_, at) => `${at}.png`))
  // Files over the limit are counted.
  expect((await readShared('p1')).left).toBe(4)
  await take()
  await share([
    ['files', photo('small.png')],
    ['files', photo('heavy.png', 101 * 1024 * 1024)],
  ])
  expect(await names()).toEqual(['small.png'])
  expect((await readShared('p1')).left).toBe(1)
  await take()
  // A form with an empty file field.
  await share([['files', new File([], '')]])
  expect(await readShared('p1')).toEqual(NOTHING)
})

test('no name breaks the share, and none becomes a header or an address', async () => {
  const long = `${'a'.repeat(199)}😀.png`
  const hostile = ['x\r\nset-cookie: a=b', '../../etc/passwd', '%E0%A4%A', long]
  await share(hostile.map((name) => ['files', photo(name)] as const))
  expect([...(disk.get('shared')?.keys() ?? [])]).toEqual(hostile.map((_, at) => `/shared/${now}/${at}`))
  for (const response of disk.get('shared')?.values() ?? [])
    expect([...response.headers.keys()].sort()).toEqual(['content-type', 'x-file-name', 'x-owner'])
  const taken = await names()
  expect(taken).toHaveLength(4)
  expect(taken[2]).toBe('%E0%A4%A.png')
  expect(taken[3]).toHaveLength(200)
  // The extension survives truncation; some phones give the type only in the MIME type.
  expect(taken[3]).toMatch(/a\.png$/)
  await take()
  await share([['files', new File(['x'], '1000012345', { type: 'image/jpeg' })]])
  expect(await names()).toEqual(['1000012345.jpg'])
})

test('a full disk keeps what fits, and what is no form at all keeps nothing: the app opens either way', async () => {
  capacity = 1
  await share([
    ['files', photo('first.png')],
    ['files', photo('second.png')],
  ])
  expect(await names()).toEqual(['first.png'])
  await take()
  await keepShared(new Request('https://x.test/share', { method: 'POST', body: 'garbage' }), 'p1')
  expect(await names()).toEqual([])
})
