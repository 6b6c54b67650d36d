import { loadRussian } from '@podmoga/search/russian'
import { Synonyms } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import { weights } from '@podmoga/search/weights'
import { table } from '../report.ts'
import {
  ask,
  CLAIM_HEAD,
  chance,
  claimLines,
  fit,
  indexOf,
  type Judged,
  namesOf,
  percent,
  productCurve,
  shareOf,
} from './curve.ts'
import { type KitchenQuery, keyOf, readDemo, readKitchen } from './kitchen.ts'
import { labIsHere } from './lab.ts'
import { OPEN_SETS } from './open.ts'

type Asked = Judged & { set: number; kinds: readonly string[]; answerable: boolean; half: number }

const rightOf = ({ judged }: KitchenQuery): Set<string> =>
  new Set(judged.filter(({ grade }) => grade === 2).map(({ title }) => keyOf(title)))

/** Fits the certainty curve, cross-validates it, and reports the results of the product's own weights. */
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
      const { kinds } = query
      asked.push({ set, kinds, grounds, right: isRight, answerable: right.size > 0, half: at % 2 })
      if (right.size === 0 || at % 4 !== 0) continue
      const judged = new Set(query.judged.map(({ title }) => keyOf(title)))
      const rest = indexOf(materials.filter(({ title }) => !judged.has(keyOf(title))))
      const without = ask(rest, known, query.q)
      robbed.push({ set, kinds, grounds: without.grounds, right: false, answerable: false, half: at % 2 })
    }
  const judged = asked.filter(({ set }) => set < 2)
  const curves = [0, 1].map((half) => fit(judged.filter((one) => one.half !== half)))
  const rows = asked.map((one) => ({ claimed: chance(curves[one.half] ?? [], one), asked: one }))
  const own = productCurve('article')
  const claims = rows.map(({ claimed, asked: { set, kinds, right } }) => ({ claimed, set, kinds, right }))
  const lines = [
    'Кривая по обоим наборам целиком:',
    namesOf(fit(judged)),
    '',
    'Сказано против верного; каждая половина — по кривой, подобранной на другой. Подсказки новому тикету ищут так же: их строки — рассказы:',
    table(
      ['где', ...CLAIM_HEAD],
      [
        ...claimLines(
          'поиск',
          claims.filter(({ set }) => set < 2),
        ),
        ...claimLines(
          'подсказки',
          claims.filter(({ set, kinds }) => set === 2 || kinds.includes('long')),
        ),
      ],
    ),
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
