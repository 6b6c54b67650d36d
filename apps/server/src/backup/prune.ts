import { isPooled, poolKey, readList } from './copy-files.ts'
import { listCopies, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import type { Repository } from './repository.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Removes expired copies, remains of interrupted ones, and pooled files that no copy references. Touches only this installation's
 * data: a repository may be shared. The caller holds the lock that excludes other backups.
 */
export const prune = async ({
  repository,
  installation,
  now,
  keep,
}: {
  repository: Repository
  installation: string
  now: Date
  keep: { days: number; least: number }
}): Promise<void> => {
  const before = now.getTime() - keep.days * DAY_MS
  const kept: Manifest[] = []
  const names = await listCopies(repository, installation)
  for (const [at, name] of names.entries()) {
    const manifest = await readManifest(repository, name).catch(() => null)
    const young = at >= names.length - keep.least
    // A copy whose manifest is unreadable is kept for inspection until it expires.
    const old = manifest === null || new Date(manifest.made_at).getTime() < before
    if (old && !young) await repository.remove(`${name}/${MANIFEST}`)
    else if (manifest !== null) kept.push(manifest)
    // Its files are unknown, so no files are removed.
    else return
  }
  const needed = new Set<string>()
  for (const manifest of kept)
    for await (const { key } of readList(repository, manifest))
      needed.add(poolKey(installation, manifest.recipient, key))
  const whole = new Set(kept.map(({ name }) => name))
  for await (const { key } of repository.list()) {
    if (!key.startsWith(`${installation}-`)) continue
    const [folder = ''] = key.split('/')
    const wanted = isPooled(installation, key) ? needed.has(key) : whole.has(folder)
    if (!wanted) await repository.remove(key)
  }
}
