import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

// With more changes the diff would block the page: everything is then shown as removed and added.
const MOST_CHANGES = 2_000

/** Diffs lines: those only in `mine` are added, those only in `theirs` removed. Every line is in the result. */
export const diffLines = (theirs: readonly string[], mine: readonly string[]): DiffLine[] => {
  const changes = diffArrays([...theirs], [...mine], { maxEditLength: MOST_CHANGES }) ?? [
    { value: theirs, removed: true, added: false },
    { value: mine, removed: false, added: true },
  ]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}
