/** The groups of `items` (restaurants and the like) with the number of items in each, in alphabetical order. */
export const countGroups = (
  items: readonly { groups?: readonly string[] | undefined }[],
): [group: string, count: number][] => {
  const counts = new Map<string, number>()
  for (const { groups = [] } of items)
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'ru'))
}
