import { quoted } from '@podmoga/contract/fields/quoted'
import { MEANWHILE } from './meanwhile.texts.ts'

/** A line of a list that is edited as a whole; `mark` identifies saved and unsaved lines alike, `id` only saved ones. */
interface Line {
  mark: string
  id: string | null
  name: string
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** Equal except for the identifiers: one line was sent, the other is its saved copy. */
const isTwin = (one: Line, other: Line): boolean =>
  isSame({ ...one, mark: '', id: null }, { ...other, mark: '', id: null })
const byMark = <L extends Line>(lines: readonly L[]) => new Map(lines.map((line) => [line.mark, line]))

/**
 * Rebases the user's lines onto the lines that another person has saved. A line unchanged since `seen` takes their value,
 * their new lines are added, and a line changed here but removed there becomes a new one. Equal new lines on both sides
 * are merged into one: another tab sent it, or the response to our save was lost.
 */
export const rebasedList = <L extends Line>(
  mine: readonly L[],
  seen: readonly L[],
  theirs: readonly L[],
): L[] => {
  const [was, now] = [byMark(seen), byMark(theirs)]
  const fresh = theirs.filter(({ mark }) => !was.has(mark))
  const taken = new Set<L>()
  const twinOf = (line: L): L | undefined => {
    const twin = fresh.find((one) => !taken.has(one) && isTwin(one, line))
    if (twin !== undefined) taken.add(twin)
    return twin
  }
  const kept = mine.flatMap((line) => {
    const [before, after] = [was.get(line.mark), now.get(line.mark)]
    if (before === undefined) return [twinOf(line) ?? line]
    if (isSame(line, before)) return after === undefined ? [] : [after]
    return [after === undefined ? { ...line, id: null } : line]
  })
  const here = byMark(mine)
  const come = theirs.filter(
    (line) => !here.has(line.mark) && !taken.has(line) && !isSame(line, was.get(line.mark)),
  )
  return [...kept, ...come]
}

/** Describes the other person's changes, line by line. */
export const listNews = (seen: readonly Line[], theirs: readonly Line[]): string[] => {
  const [was, now] = [byMark(seen), byMark(theirs)]
  const come = theirs.flatMap((line) => {
    const before = was.get(line.mark)
    if (isSame(line, before)) return []
    return [MEANWHILE[before === undefined ? 'added' : 'changed'](quoted(line.name))]
  })
  const gone = seen.filter(({ mark }) => !now.has(mark))
  return [...come, ...gone.map(({ name }) => MEANWHILE.removed(quoted(name)))]
}

/** The current lines (edited during the save) with the ids that the save has given to new ones. */
export const adopted = <L extends Line>(now: readonly L[], sent: readonly L[], saved: readonly L[]): L[] => {
  const given = new Map(sent.map(({ mark }, at) => [mark, saved[at]]))
  return now.map((line) => {
    const one = given.get(line.mark)
    return one === undefined ? line : { ...line, mark: one.mark, id: one.id }
  })
}
