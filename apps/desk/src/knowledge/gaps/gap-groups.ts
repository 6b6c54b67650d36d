import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'

/** A line of the queue, and how it belongs to the lines about the same. */
export interface GroupedGap {
  gap: KnowledgeGap
  /** The title that all of its group come nearest to: over the first of them; null: none, or it stands alone. */
  near: string | null
  /** It is about the same as the line before it. */
  isSame: boolean
}

/** Lines about the same stand together, each group where its first line stood. */
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
