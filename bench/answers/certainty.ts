import { rankAlike } from '../../apps/server/src/tickets/answers/rank-alike.ts'
import { table } from '../report.ts'
import { readCases } from './cases.ts'

const percent = (share: number): string => (Number.isNaN(share) ? '—' : `${Math.round(share * 100)} %`)
const shareOf = <Row>(rows: readonly Row[], is: (row: Row) => boolean): number =>
  rows.filter(is).length / rows.length

interface Asked {
  claimed: number
  sure: boolean
  right: boolean
}

const linesOf = (title: string, asked: readonly Asked[]): string[][] =>
  [0, 1, 2, 3, 4].map((fifth) => {
    const some = asked.filter(({ claimed }) => Math.min(4, Math.floor(claimed * 5)) === fifth)
    return [
      title,
      `${fifth * 20}–${fifth * 20 + 20} %`,
      String(some.length),
      percent(some.reduce((sum, { claimed }) => sum + claimed, 0) / some.length),
      percent(shareOf(some, ({ right }) => right)),
    ]
  })

/**
 * What the search's measure claims of tickets against what is right, on cases that it was not fitted to: of answers of the
 * past among all closed ones, of a like open ticket among one of each kind, and of both when there is none of its kind.
 */
export const calibrateAlike = (): string => {
  const cases = readCases()
  const all = cases.flatMap(({ closed, answer }, kind) =>
    closed.map((text) => ({ kind, text, more: answer })),
  )
  const open = cases.flatMap(({ closed }, kind) => closed.slice(0, 1).map((text) => ({ kind, text })))
  const ask = (
    base: readonly { kind: number; text: string; more?: string }[],
    question: string,
    kind: number,
    first: number,
  ): Asked => {
    const texts = base.map((one, id) => ({ ...one, id }))
    const { alike, certainty, sure } = rankAlike(question, texts)
    return {
      claimed: certainty,
      sure,
      right: alike.slice(0, first).some(({ id }) => base[id]?.kind === kind),
    }
  }
  const held = cases.flatMap((one, kind) => one.held.map((question) => ({ question, kind })))
  const sets = [
    { title: 'так уже отвечали', base: all, first: 3 },
    { title: 'похожий тикет', base: open, first: 2 },
  ]
  const rows = sets.map(({ title, base, first }) => ({
    title,
    asked: held.map(({ question, kind }) => ask(base, question, kind, first)),
    robbed: held.map(({ question, kind }) =>
      ask(
        base.filter((one) => one.kind !== kind),
        question,
        kind,
        first,
      ),
    ),
  }))
  return `Тикеты: сказано против верного, та же кривая, на делах, по которым её не подбирали (${held.length}):
${table(
  ['где', 'сказано', 'вопросов', 'в среднем сказано', 'верно'],
  rows.flatMap(({ title, asked }) => linesOf(title, asked)),
)}

${table(
  ['где', 'уверен', 'из них верно', 'уверен, когда такого дела нет'],
  rows.map(({ title, asked, robbed }) => [
    title,
    percent(shareOf(asked, ({ sure }) => sure)),
    percent(
      shareOf(
        asked.filter(({ sure }) => sure),
        ({ right }) => right,
      ),
    ),
    percent(shareOf(robbed, ({ sure }) => sure)),
  ]),
)}`
}
