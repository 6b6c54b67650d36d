import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'

/** Lines about the same: searches that come nearest to one material, under its title; every other line by itself. */
export interface GapGroup {
  key: string
  /** Undefined when the lines need no heading. */
  near?: KnowledgeGap['near']
  gaps: KnowledgeGap[]
}

/** The lines in groups, each where its first line stood; a heading only over two and more of one material. */
export const groupGaps = (gaps: readonly KnowledgeGap[]): GapGroup[] => {
  const groups = new Map<string, GapGroup>()
  for (const gap of gaps) {
    const key = gap.near === null ? `gap ${gap.id}` : `near ${gap.near.id}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { key, gaps: [gap] })
    else {
      group.gaps.push(gap)
      group.near = gap.near
    }
  }
  return [...groups.values()]
}
