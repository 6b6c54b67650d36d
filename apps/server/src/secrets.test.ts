import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

test('M12 the keys are made once, each its own, and only their owner may read them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-secrets-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'new', 'secrets.json')
  // Two servers starting at once get the same keys.
  const [one, other] = await Promise.all([loadSecrets(path), loadSecrets(path)])
  expect(other).toEqual(one)
  expect(await loadSecrets(path)).toEqual(one)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(new Set([one.link_key, one.seal_key, one.signing_key.d]).size).toBe(3)
  const elsewhere = await loadSecrets(join(dir, 'other.json'))
  expect(elsewhere.link_key).not.toBe(one.link_key)
  expect(elsewhere.signing_key.d).not.toBe(one.signing_key.d)
})

test('a copy of the keys that a killed start left is removed, one that is being made is not', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-secrets-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'secrets.json')
  const an_hour_ago = new Date(Date.now() - 3600_000)
  const leave = async (name: string, at: Date) => {
    await writeFile(join(dir, name), '{')
    await utimes(join(dir, name), at, at)
  }
  await leave('secrets.json.0123abcd', an_hour_ago)
  await leave('secrets.json.4567cdef', new Date())
  await leave('secrets.json.backup', an_hour_ago)
  await mkdir(join(dir, 'secrets.json.89abcdef'))
  const keys = await loadSecrets(path)
  expect((await readdir(dir)).sort()).toEqual([
    'secrets.json',
    'secrets.json.4567cdef',
    'secrets.json.89abcdef',
    'secrets.json.backup',
  ])
  await leave('secrets.json.0123abcd', an_hour_ago)
  expect(await loadSecrets(path)).toEqual(keys)
  expect(await readdir(dir)).not.toContain('secrets.json.0123abcd')
})
