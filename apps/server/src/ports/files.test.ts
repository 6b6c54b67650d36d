import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getConfig } from '../config.ts'
import { awayLine, diskFiles } from './disk-files.ts'
import { type Files, StoreMisconfigured } from './files.ts'
import { memoryFiles } from './memory-files.ts'
import { openFiles } from './open-files.ts'
import { s3Files } from './s3-files.ts'
import { type S3Fault, startTestS3 } from './testing-s3.ts'

// Simulates a folder on another disk: moving a file out of it fails with EXDEV.
const disk = vi.hoisted(() => ({ other: '' }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const rename: typeof real.rename = async (from, to) => {
    if (dirname(String(from)) === disk.other)
      throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV' })
    await real.rename(from, to)
  }
  return { ...real, rename }
})

let dir: string
let s3: Awaited<ReturnType<typeof startTestS3>>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podmoga-store-'))
  s3 = await startTestS3()
})
afterAll(async () => {
  await s3.close()
  await rm(dir, { recursive: true })
})

const newKey = (): string => {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}`
}

const tempFile = async (bytes: Buffer): Promise<string> => {
  const path = join(dir, randomUUID())
  await writeFile(path, bytes)
  return path
}

const stores: [string, () => Promise<Files>][] = [
  ['disk', () => diskFiles(join(dir, 'store'))],
  ['memory', async () => memoryFiles()],
  ['s3', () => s3Files(s3.settings)],
]

describe.each(stores)('%s', (_, open) => {
  let files: Files
  beforeAll(async () => {
    files = await open()
  })

  const put = async (bytes: Buffer): Promise<string> => {
    const key = newKey()
    await files.put(key, await tempFile(bytes), 'image/png')
    return key
  }
  const read = async (key: string, range?: { start: number; end: number }) => {
    const opened = await files.open(key, range)
    return opened === null ? null : { size: opened.size, bytes: await buffer(opened.stream) }
  }

  it('gives bytes back as they were, and takes the temporary file away', async () => {
    const bytes = randomBytes(300_000)
    const key = newKey()
    const temp = await tempFile(bytes)
    await files.put(key, temp, 'image/png')
    expect(existsSync(temp)).toBe(false)
    expect(await files.size(key)).toBe(bytes.length)
    const found = await read(key)
    expect(found?.size).toBe(bytes.length)
    expect(found?.bytes.equals(bytes)).toBe(true)
  })

  it('gives a range, its ends included, with the whole size', async () => {
    const key = await put(Buffer.from('0123456789'))
    expect(await read(key, { start: 2, end: 4 })).toEqual({ size: 10, bytes: Buffer.from('234') })
    expect(await read(key, { start: 9, end: 9 })).toEqual({ size: 10, bytes: Buffer.from('9') })
  })

  it('knows nothing of a file that is not there, and removes it without complaint', async () => {
    const key = newKey()
    expect(await files.size(key)).toBeNull()
    expect(await files.open(key)).toBeNull()
    await expect(files.remove(key)).resolves.toBeUndefined()
  })

  it('removes', async () => {
    const key = await put(Buffer.from('x'))
    await files.remove(key)
    expect(await files.size(key)).toBeNull()
    expect(await read(key)).toBeNull()
  })

  it('lists every key with its size and age', async () => {
    const begun = Date.now()
    const keys = await Promise.all(Array.from({ length: 8 }, (_, at) => put(Buffer.alloc(at + 1))))
    const listed = new Map<string, { size: number; modified_at: Date }>()
    for await (const { key, ...facts } of files.list()) listed.set(key, facts)
    for (const [at, key] of keys.entries()) {
      expect(listed.get(key)?.size).toBe(at + 1)
      expect(Math.abs((listed.get(key)?.modified_at.getTime() ?? 0) - begun)).toBeLessThan(10_000)
    }
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'aa/..', `aa/${'a'.repeat(35)}/`, ''])(
    'U17: takes %j for no key',
    async (key) => {
      await expect(files.size(key)).rejects.toThrow('Not a key')
      await expect(files.open(key)).rejects.toThrow('Not a key')
      await expect(files.remove(key)).rejects.toThrow('Not a key')
      await expect(files.put(key, await tempFile(Buffer.from('x')), 'image/png')).rejects.toThrow('Not a key')
    },
  )

  it.each(['the same', 'another'])(
    'puts a file from %s disk in the place of the one before',
    async (which) => {
      const temp = await mkdtemp(join(dir, 'temp-'))
      disk.other = which === 'another' ? temp : ''
      const key = newKey()
      for (const text of ['longer than the next', 'next']) {
        await writeFile(join(temp, 'file'), text)
        await files.put(key, join(temp, 'file'), 'text/plain')
        expect((await read(key))?.bytes.toString()).toBe(text)
      }
      expect(await readdir(temp)).toEqual([])
    },
  )

  it('puts nothing when the temporary file is gone', async () => {
    const key = newKey()
    await expect(files.put(key, join(dir, 'nothing'), 'image/png')).rejects.toThrow()
    expect(await files.size(key)).toBeNull()
  })
})

it('lets nobody else read the files on disk', async () => {
  const root = join(dir, 'private')
  const files = await diskFiles(root)
  const key = newKey()
  const temp = join(dir, randomUUID())
  await writeFile(temp, 'x', { mode: 0o600 })
  await files.put(key, temp, 'image/png')
  expect((await stat(root)).mode & 0o077).toBe(0)
  expect((await stat(join(root, key))).mode & 0o077).toBe(0)
  expect(await readdir(root)).toEqual([key.slice(0, 2)])
})

it('opens the store that the settings name, and refuses half of them', async () => {
  const { endpoint, bucket, credentials } = s3.settings
  const keys = {
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const env = { DATA_DIR: join(dir, 'chosen'), S3_ENDPOINT: endpoint }
  const files = await openFiles(getConfig({ ...env, ...keys, S3_BUCKET: bucket }))
  const key = newKey()
  await files.put(key, await tempFile(Buffer.from('x')), 'image/png')
  expect(await (await s3Files(s3.settings)).size(key)).toBe(1)
  await expect(openFiles(getConfig({ ...env, ...keys }))).rejects.toThrow('S3_BUCKET')
  await expect(openFiles(getConfig({ ...env, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: 'x' }))).rejects.toThrow(
    'вместе',
  )
  expect(existsSync(env.DATA_DIR)).toBe(false)
  await openFiles(getConfig({ DATA_DIR: env.DATA_DIR }))
  expect(existsSync(join(env.DATA_DIR, 'files'))).toBe(true)
})

describe('a folder that cannot be written to', () => {
  it('is named with its reason', async () => {
    const gone = join(dir, 'gone')
    const files = await diskFiles(gone)
    await rm(gone, { recursive: true })
    await expect(files.check()).rejects.toThrow(`Папка ${gone} недоступна (ENOENT).`)
  })

  it('is told with what to do about it', () => {
    expect(awayLine('/mnt/b', 'EACCES')).toMatch(/\/mnt\/b нельзя писать \(EACCES\).*chown/)
    expect(awayLine('/mnt/b', 'EROFS')).toMatch(/ReadWritePaths=/)
  })
})

describe('a store of S3 that does not serve', () => {
  afterEach(() => {
    s3.faults.clear()
    s3.clock.ahead_ms = 0
  })
  const listed = async (files: Files) => {
    for await (const { key } of files.list()) return key
  }

  it.each<[S3Fault, RegExp]>([
    ['no bucket', /нет корзины «podmoga»\. Создайте её/],
    ['no store', /нет корзины «podmoga».*S3_ENDPOINT/],
    [403, /у ключа нет права ListBucket/],
    ['no key', /не знает ключа доступа \(S3_ACCESS_KEY_ID\)/],
    ['no secret', /\(S3_SECRET_ACCESS_KEY\) не подходит/],
    ['region', /в другом регионе\. Исправьте S3_REGION/],
  ])('%s: a start and the doctor hear what to do', async (fault, expected) => {
    s3.faults.set('*', fault)
    const files = await s3Files(s3.settings)
    for (const ask of [() => files.check(), () => listed(files)]) {
      const error = await ask().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StoreMisconfigured)
      expect(String(error)).toMatch(expected)
    }
  })

  it('names the right that a key has not', async () => {
    s3.faults.set('PUT', 403)
    const files = await s3Files(s3.settings)
    await files.check()
    await expect(files.put(newKey(), await tempFile(Buffer.from('x')), 'image/png')).rejects.toThrow(
      'нет права PutObject',
    )
  })

  it('away, or at another address: says where to look', async () => {
    const gone = await startTestS3()
    await gone.close()
    await expect((await s3Files(gone.settings)).check()).rejects.toThrow(/\(ECONNREFUSED\).*S3_ENDPOINT/)
  })

  it.each([20, -20])('whose clock is %d minutes off serves all the same', async (minutes) => {
    s3.clock.ahead_ms = minutes * 60_000
    const key = newKey()
    for (const first of ['check', 'size'] as const) {
      const files = await s3Files(s3.settings)
      await (first === 'check' ? files.check() : files.size(key))
      await files.put(key, await tempFile(Buffer.from('x')), 'image/png')
      expect(await files.size(key)).toBe(1)
    }
  })
})
