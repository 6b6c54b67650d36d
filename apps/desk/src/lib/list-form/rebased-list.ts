import { quoted } from '@podmoga/contract/fields/quoted'
import { MEANWHILE } from './meanwhile.texts.ts'

/** One of a list that is edited as a whole; `mark` is its own, of what is saved and of what is not. */
interface Line {
  mark: string
  id: string | null
  name: string
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** The same but for who it is by: one of them was sent, the other is what came of it. */
const isTwin = (one: Line, other: Line): boolean =>
  isSame({ ...one, mark: '', id: null }, { ...other, mark: '', id: null })
const byMark = <L extends Line>(lines: readonly L[]) => new Map(lines.map((line) => [line.mark, line]))

/**
 * One's own lines over what another has saved meanwhile: a line that was left as it was `seen` is as it is there, what is
 * new there comes too, and one that was changed here and removed there is a new one. One that is new here and there alike
 * is one: it was sent by another tab, or its answer was lost.
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

/** What the other has changed, line by line. */
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

/** Lines that were typed in while a save was under way, with the ids that it has given to those that were new. */
export const adopted = <L extends Line>(now: readonly L[], sent: readonly L[], saved: readonly L[]): L[] => {
  const given = new Map(sent.map(({ mark }, at) => [mark, saved[at]]))
  return now.map((line) => {
    const one = given.get(line.mark)
    return one === undefined ? line : { ...line, mark: one.mark, id: one.id }
  })
}
