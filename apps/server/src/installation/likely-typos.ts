/** Shorter names resemble other names too easily. */
const SHORTEST = 6

/** Whether two names differ by one wrong, extra or missing letter, or by two swapped neighbours. */
const isNearly = (one: string, other: string): boolean => {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one]
  let start = 0
  while (start < shorter.length && longer[start] === shorter[start]) start += 1
  let end = 0
  while (end < shorter.length - start && longer.at(-1 - end) === shorter.at(-1 - end)) end += 1
  const [left, wanted] = [
    longer.slice(start, longer.length - end),
    shorter.slice(start, shorter.length - end),
  ]
  return left.length <= 1 || (left.length === 2 && wanted === `${left[1]}${left[0]}`)
}

/** Finds variables that look like a misspelled setting, which would silently stay unset; one Russian line each. */
export const likelyTypos = (
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] => {
  const settings = new Set(known)
  const bare = (name: string) => name.replace(/_FILE$/, '')
  return Object.keys(env).flatMap((name) => {
    if (bare(name).length < SHORTEST || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    if (settings.has(name) || settings.has(bare(name))) return []
    const meant = known.find((one) => one.includes('_') && isNearly(bare(name), one))
    return meant === undefined ? [] : [`${name} — такой настройки нет. Может быть, ${meant}?`]
  })
}
