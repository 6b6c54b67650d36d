/**
 * Tags as somebody wants them, who saw them as `were`, while they are `now`: what one adds and takes away is added and
 * taken away, what another did meanwhile stays.
 */
export const mergeTags = (
  now: readonly string[],
  were: readonly string[],
  wanted: readonly string[],
): string[] => {
  if (now.join('\n') === were.join('\n')) return [...new Set(wanted)]
  const kept = now.filter((tag) => wanted.includes(tag) || !were.includes(tag))
  return [...new Set([...kept, ...wanted.filter((tag) => !were.includes(tag))])]
}
