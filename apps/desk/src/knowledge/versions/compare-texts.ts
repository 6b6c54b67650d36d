import type { JSONContent } from '@tiptap/core'
import type { DraftText } from '../material/draft-text.ts'
import { type Line, lasting, linesOf } from './doc-lines.ts'
import { type DiffLine, diffLines } from './text-diff.ts'

/** Possible differences between two texts of a material, in display order. */
const DIFFERENCES = ['title', 'words', 'cover', 'files', 'pictures', 'links', 'markup'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** `what`: other differences of a line with the same words. */
export type ComparedLine = DiffLine & { what: Difference[] }

export interface Comparison {
  lines: ComparedLine[]
  differences: Difference[]
}

/** Diffs the lines by words, and lists the other differences of equal ones. */
const paired = (theirs: readonly Line[], mine: readonly Line[]): ComparedLine[] => {
  let [i, j] = [0, 0]
  const textOf = ({ text }: Line) => text
  return diffLines(theirs.map(textOf), mine.map(textOf)).map((line) => {
    const [left, right] = [theirs[i], mine[j]]
    if (line.kind !== 'added') i += 1
    if (line.kind !== 'removed') j += 1
    if (line.kind !== 'same' || left === undefined || right === undefined) return { ...line, what: [] }
    const kinds = ['pictures', 'links', 'markup'] as const
    return { ...line, what: kinds.filter((kind) => left[kind] !== right[kind]) }
  })
}

/** Compares two texts completely: an empty result means that nothing would be lost by choosing either. */
export const compareTexts = (
  theirs: DraftText,
  mine: DraftText,
  docOf: (html: string) => JSONContent,
): Comparison => {
  const titles = diffLines([theirs.title], [mine.title]).map((line) => ({ ...line, what: [] }))
  const [left, right] = [docOf(theirs.content), docOf(mine.content)]
  const body = paired(linesOf(left), linesOf(right))
  const found = new Set<Difference>(body.flatMap(({ what }) => what))
  if (theirs.title !== mine.title) found.add('title')
  if (body.some(({ kind }) => kind !== 'same')) found.add('words')
  if (theirs.cover?.id !== mine.cover?.id) found.add('cover')
  const idsOf = ({ files }: DraftText) => files.map(({ id }) => id).join()
  if (idsOf(theirs) !== idsOf(mine)) found.add('files')
  // Differences outside lines: an empty paragraph, a rule, one list instead of two.
  const isTold = found.has('words') || body.some(({ what }) => what.length > 0)
  if (!isTold && lasting(left) !== lasting(right)) found.add('markup')
  return { lines: [...titles, ...body], differences: DIFFERENCES.filter((name) => found.has(name)) }
}
