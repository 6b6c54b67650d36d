import { GROUNDS, type TextKind } from '@podmoga/search/certainty'
import { loadRussian } from '@podmoga/search/russian'
import { Synonyms } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import { weights } from '@podmoga/search/weights'
import { materialOf } from '../../apps/server/src/tickets/search/rank-alike.ts'
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
} from '../search/curve.ts'
import { type Case, readCases } from './cases.ts'

/** Where tickets are compared: each base has some of the cases, and shows so many of the first. */
interface Place {
  title: string
  kind: TextKind
  shown: number
  /** Tickets of each case that are there. */
  each: number
  withAnswer: boolean
  /** Which part of the cases a base has; a restaurant has a handful open, a business hundreds. */
  parts: number
}
const OWN = { kind: 'own_ticket', shown: 2, each: 1, withAnswer: false } as const
const PLACES: readonly Place[] = [
  { ...OWN, title: 'похожий тикет', parts: 1 },
  { ...OWN, title: 'похожий тикет, открыта четверть', parts: 4 },
  { kind: 'ticket', title: 'похожие тикеты поддержки', shown: 3, each: 3, withAnswer: false, parts: 1 },
  { kind: 'ticket', title: 'так уже отвечали', shown: 3, each: 5, withAnswer: true, parts: 1 },
]
/** Every so many-th question is asked once more where nothing of its kind is, as a fourth of the open sets' questions is. */
const ROBBED = 3

type Asked = Judged & { isRobbed: boolean }

/** Asks every held-out question in its place; of each third also with all of its kind taken away. */
const askAll = (cases: readonly Case[], known: Synonyms, place: Place): Asked[] => {
  const texts = cases.flatMap(({ closed, answer }, of) =>
    closed.slice(0, place.each).map((text) => ({ of, text, more: place.withAnswer ? answer : '' })),
  )
  const asked: Asked[] = []
  for (let part = 0; part < place.parts; part++) {
    const base = texts.filter(({ of }) => of % place.parts === part).map((one, id) => ({ ...one, id }))
    const whole = indexOf(base.map(materialOf))
    let at = 0
    for (const [of, { held }] of cases.entries()) {
      if (of % place.parts !== part) continue
      const rest = indexOf(base.filter((one) => one.of !== of).map(materialOf))
      for (const question of held) {
        const { ids, grounds } = ask(whole, known, question)
        const right = ids.slice(0, place.shown).some((id) => base[id]?.of === of)
        asked.push({ grounds, right, isRobbed: false })
        if (at++ % ROBBED !== 0) continue
        asked.push({ grounds: ask(rest, known, question).grounds, right: false, isRobbed: true })
      }
    }
  }
  return asked
}

const withoutSize = (one: Asked): Asked => ({
  ...one,
  grounds: one.grounds.map((ground, at) => (GROUNDS[at - 1] === 'many' ? 0 : ground)),
})

/**
 * What certainty claims of tickets against what is right. The curves are fitted to cases of their own (`tuning.txt`); the
 * table is of the others, which nothing was fitted to.
 */
export const calibrateAlike = (): string => {
  const known = new Synonyms(loadThesaurus(), loadRussian())
  const tuning = readCases('tuning.txt')
  const fitted = (['own_ticket', 'ticket'] as const).map((kind) => {
    const rows = PLACES.filter((place) => place.kind === kind).flatMap((place) =>
      askAll(tuning, known, place),
    )
    // Bases of a business are too much of a size here to learn from it.
    const learnt = kind === 'own_ticket' ? rows : rows.map(withoutSize)
    return `${kind}: ${namesOf(fit(learnt))}`
  })
  const cases = readCases()
  const held = PLACES.map((place) => {
    const curve = productCurve(place.kind)
    const rows = askAll(cases, known, place).map((one) => ({ ...one, claimed: chance(curve, one) }))
    return { place, rows, isSure: (one: { claimed: number }) => one.claimed >= weights.sure }
  })
  return `Тикеты: кривые по tuning.txt (${tuning.flatMap((one) => one.held).length} вопросов):
${fitted.join('\n')}

Сказано против верного на cases.txt, по которым кривых не подбирали; в четверти вопросов такого дела нет:
${table(
  ['где', ...CLAIM_HEAD],
  held.flatMap(({ place, rows }) => claimLines(place.title, rows)),
)}

${table(
  ['где', 'уверен', 'из них верно', 'промолчал о найденном', 'уверен, когда такого дела нет'],
  held.map(({ place, rows, isSure }) => [
    place.title,
    percent(
      shareOf(
        rows.filter((one) => !one.isRobbed),
        isSure,
      ),
    ),
    percent(shareOf(rows.filter(isSure), ({ right }) => right)),
    percent(
      shareOf(
        rows.filter(({ right }) => right),
        (one) => !isSure(one),
      ),
    ),
    percent(
      shareOf(
        rows.filter(({ isRobbed }) => isRobbed),
        isSure,
      ),
    ),
  ]),
)}`
}
