/** The groups that these restaurants or their like are in, in the order of the alphabet, and how many are in each. */
export const countGroups = (
  items: readonly { groups?: readonly string[] | undefined }[],
): [group: string, count: number][] => {
  const counts = new Map<string, number>()
  for (const { groups = [] } of items)
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'ru'))
}
