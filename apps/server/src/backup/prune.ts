import { isPooled, poolKey, readList } from './copy-files.ts'
import { listCopies, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import type { Place } from './place.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Removes copies that are too old, what broken-off ones have left, and files that no copy needs any more. Only of this
 * installation: a place may be shared. Nobody else makes a backup of it meanwhile.
 */
export const prune = async ({
  place,
  installation,
  now,
  keep,
}: {
  place: Place
  installation: string
  now: Date
  keep: { days: number; least: number }
}): Promise<void> => {
  const before = now.getTime() - keep.days * DAY_MS
  const kept: Manifest[] = []
  const names = await listCopies(place, installation)
  for (const [at, name] of names.entries()) {
    const manifest = await readManifest(place, name).catch(() => null)
    const young = at >= names.length - keep.least
    // One that cannot be read is no copy; it is left to whoever may want to look at it, while it is young.
    const old = manifest === null || new Date(manifest.made_at).getTime() < before
    if (old && !young) await place.remove(`${name}/${MANIFEST}`)
    else if (manifest !== null) kept.push(manifest)
    // Its files cannot be known: then none is removed.
    else return
  }
  const needed = new Set<string>()
  for (const manifest of kept)
    for await (const { key } of readList(place, manifest))
      needed.add(poolKey(installation, manifest.recipient, key))
  const whole = new Set(kept.map(({ name }) => name))
  for await (const { key } of place.list()) {
    if (!key.startsWith(`${installation}-`)) continue
    const [folder = ''] = key.split('/')
    const wanted = isPooled(installation, key) ? needed.has(key) : whole.has(folder)
    if (!wanted) await place.remove(key)
  }
}
