import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'

/** A gap with its relation to the group of gaps about the same subject. */
export interface GroupedGap {
  gap: KnowledgeGap
  /** On the first gap of a group: title of the material closest to all of them. Otherwise, or without a group, null. */
  near: string | null
  /** In the same group as the previous gap. */
  isSame: boolean
}

/** Puts gaps about the same subject together, each group at the position of its first gap. */
export const groupGaps = (gaps: readonly KnowledgeGap[]): GroupedGap[] => {
  const groups = new Map<string, KnowledgeGap[]>()
  for (const gap of gaps) {
    const key = gap.about ?? gap.id
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [gap])
    else group.push(gap)
  }
  return [...groups.values()].flatMap((group) => {
    const near = group[0]?.near ?? null
    const isShared = group.length > 1 && group.every((gap) => gap.near?.id === near?.id)
    return group.map((gap, at) => ({
      gap,
      near: isShared && at === 0 ? (near?.title ?? null) : null,
      isSame: at > 0,
    }))
  })
}
