import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

test('M12 the keys are made once, each its own, and only their owner may read them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-secrets-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'new', 'secrets.json')
  // Two servers that start at once agree.
  const [one, other] = await Promise.all([loadSecrets(path), loadSecrets(path)])
  expect(other).toEqual(one)
  expect(await loadSecrets(path)).toEqual(one)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(new Set([one.link_key, one.seal_key, one.signing_key.d]).size).toBe(3)
  const elsewhere = await loadSecrets(join(dir, 'other.json'))
  expect(elsewhere.link_key).not.toBe(one.link_key)
  expect(elsewhere.signing_key.d).not.toBe(one.signing_key.d)
})
