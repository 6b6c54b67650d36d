import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

// Beyond it a comparison would hold up the page: then all of the one is told as removed and all of the other as added.
const MOST_CHANGES = 2_000

/** What stands only in `mine` is added, what stands only in `theirs` is removed. No line is left out. */
export const diffLines = (theirs: readonly string[], mine: readonly string[]): DiffLine[] => {
  const changes = diffArrays([...theirs], [...mine], { maxEditLength: MOST_CHANGES }) ?? [
    { value: theirs, removed: true, added: false },
    { value: mine, removed: false, added: true },
  ]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}
