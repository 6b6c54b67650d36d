import { LATIN as HEARD } from '@podmoga/search/translit'

// Slugs are read by people, so letters that the search merges stay distinct.
const LATIN: Record<string, string> = { ...HEARD, й: 'y', ц: 'ts', щ: 'sch', ы: 'y', ю: 'yu', я: 'ya' }

const LONGEST = 60

/** Returns a slug for a name, usable as a file name and not in `taken`: «Касса и смены» → `kassa-i-smeny`. */
export const slugOf = (name: string, taken: readonly string[]): string => {
  const plain = [...name.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('')
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  const base = slug === '' ? 'material' : slug
  if (!taken.includes(base)) return base
  for (let n = 2; ; n += 1) if (!taken.includes(`${base}-${n}`)) return `${base}-${n}`
}
