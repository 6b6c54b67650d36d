import { GROUNDS, type Grounds } from '@podmoga/search/certainty'
import { Documents, type Material } from '@podmoga/search/documents'
import { rank } from '@podmoga/search/rank'
import { loadRussian } from '@podmoga/search/russian'
import { Synonyms } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import { understand } from '@podmoga/search/understand'
import { weights } from '@podmoga/search/weights'
import { type KitchenQuery, keyOf, readDemo, readKitchen } from './kitchen.ts'
import { labIsHere } from './lab.ts'
import { OPEN_SETS } from './open.ts'

/** A question with what the search has for it: its grounds after a one, whether the answer is among three, or anywhere. */
type Asked = { set: number; grounds: number[]; right: boolean; answerable: boolean; half: number }

type Curve = readonly number[]

const dot = (curve: Curve, grounds: readonly number[]): number =>
  grounds.reduce((sum, ground, at) => sum + ground * (curve[at] ?? 0), 0)
const chance = (curve: Curve, { grounds }: Asked): number => 1 / (1 + Math.exp(-dot(curve, grounds)))

/** How hard the fit is pulled to zero, so that a few dozen questions do not bend it. */
const RIDGE = 0.5
const ROUNDS = 6000
const STEP = 0.02

/** Logistic regression of `right` on the grounds, by plain descent: a few hundred rows need nothing cleverer. */
function fit(asked: readonly Asked[]): Curve {
  const curve = new Array<number>(GROUNDS.length + 1).fill(0)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = curve.map((weight, at) => (at === 0 ? 0 : RIDGE * weight))
    for (const one of asked) {
      const off = chance(curve, one) - (one.right ? 1 : 0)
      one.grounds.forEach((ground, at) => {
        slope[at] = (slope[at] ?? 0) + off * ground
      })
    }
    slope.forEach((value, at) => {
      curve[at] = (curve[at] ?? 0) - (STEP * value) / Math.sqrt(asked.length)
    })
  }
  return curve
}

function indexOf(materials: readonly Material[]): Documents {
  const documents = new Documents(loadRussian())
  for (const material of materials) documents.put(material)
  return documents
}

function ask(documents: Documents, synonyms: Synonyms, query: string): { ids: number[]; grounds: number[] } {
  const words = understand(documents.vocabulary, synonyms, documents.language, query)
  const { ranked, grounds } = rank(documents, words, 3)
  const none = Object.fromEntries(GROUNDS.map((key) => [key, 0])) as Grounds
  const of = grounds ?? none
  return { ids: ranked.map(({ material }) => material.id), grounds: [1, ...GROUNDS.map((key) => of[key])] }
}

const rightOf = ({ judged }: KitchenQuery): Set<string> =>
  new Set(judged.filter(({ grade }) => grade === 2).map(({ title }) => keyOf(title)))

const percent = (share: number): string => (Number.isNaN(share) ? '—' : `${Math.round(share * 100)} %`)
const shareOf = <Row>(rows: readonly Row[], is: (row: Row) => boolean): number =>
  rows.filter(is).length / rows.length

/** What is claimed against what is right, a line for each fifth, on questions that the curve was not fitted to. */
function tableOf(rows: readonly { claimed: number; asked: Asked }[]): string[] {
  const lines = ['| сказано | вопросов | в среднем сказано | ответ среди трёх |', '|---|---:|---:|---:|']
  for (let fifth = 0; fifth < 5; fifth++) {
    const some = rows.filter(({ claimed }) => Math.min(4, Math.floor(claimed * 5)) === fifth)
    const mean = some.reduce((sum, { claimed }) => sum + claimed, 0) / some.length
    const right = shareOf(some, ({ asked }) => asked.right)
    lines.push(
      `| ${fifth * 20}–${fifth * 20 + 20} % | ${some.length} | ${percent(mean)} | ${percent(right)} |`,
    )
  }
  return lines
}

/** Fits the curve of certainty, checks it crosswise, and tells what the product's own weights say. */
export async function calibrate(): Promise<string> {
  if (!labIsHere()) return 'Нет открытых наборов: укажите LAB_DIR.'
  const { materials, synonyms } = await readDemo()
  const known = new Synonyms([...synonyms, ...loadThesaurus()], loadRussian())
  const titles = new Map(materials.map(({ id, title }) => [id, keyOf(title)]))
  const whole = indexOf(materials)
  const asked: Asked[] = []
  const robbed: Asked[] = []
  for (const [set, file] of OPEN_SETS.entries())
    for (const [at, query] of readKitchen(file).entries()) {
      const right = rightOf(query)
      const { ids, grounds } = ask(whole, known, query.q)
      const isRight = ids.some((id) => right.has(titles.get(id) ?? ''))
      asked.push({ set, grounds, right: isRight, answerable: right.size > 0, half: at % 2 })
      if (right.size === 0 || at % 4 !== 0) continue
      const judged = new Set(query.judged.map(({ title }) => keyOf(title)))
      const rest = indexOf(materials.filter(({ title }) => !judged.has(keyOf(title))))
      const without = ask(rest, known, query.q)
      robbed.push({ set, grounds: without.grounds, right: false, answerable: false, half: at % 2 })
    }
  const judged = asked.filter(({ set }) => set < 2)
  const curves = [0, 1].map((half) => fit(judged.filter((one) => one.half !== half)))
  const rows = asked.map((one) => ({ claimed: chance(curves[one.half] ?? [], one), asked: one }))
  const own = [weights.certainty.none, ...GROUNDS.map((key) => weights.certainty[key])]
  const lines = [
    'Кривая по обоим наборам целиком:',
    ['none', ...GROUNDS].map((key, at) => `${key}: ${(fit(judged)[at] ?? 0).toFixed(2)}`).join(', '),
    '',
    'Сказано против верного; каждая половина — по кривой, подобранной на другой:',
    ...tableOf(rows.filter(({ asked: { set } }) => set < 2)),
    '',
    '| порог | набор | промолчал о найденном (hushed) | смолчал, где ответа нет (quiet) |',
    '|---|---|---:|---:|',
  ]
  for (const least of [
    weights.sure - 0.1,
    weights.sure - 0.05,
    weights.sure,
    weights.sure + 0.05,
    weights.sure + 0.1,
  ])
    for (const set of OPEN_SETS.keys()) {
      const some = rows.filter((row) => row.asked.set === set)
      const hushed = shareOf(
        some.filter(({ asked: one }) => one.answerable),
        ({ claimed }) => claimed < least,
      )
      const quiet = shareOf(
        some.filter(({ asked: one }) => !one.answerable),
        ({ claimed }) => claimed < least,
      )
      lines.push(`| ${least.toFixed(2)} | ${set + 1} | ${percent(hushed)} | ${percent(quiet)} |`)
    }
  const fooled = shareOf(robbed, (one) => chance(own, one) >= weights.sure)
  lines.push('', `Ответ убран из базы (${robbed.length} вопросов): всё же уверен — ${percent(fooled)}.`)
  return lines.join('\n')
}
