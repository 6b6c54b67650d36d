/**
 * Three-way merge of tags: applies the difference from `were`, which the user saw, to `wanted` onto the current tags `now`,
 * so that others' changes made meanwhile are kept.
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
