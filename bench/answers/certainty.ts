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

/** A setting in which tickets are compared: each base has some of the cases and shows a number of the top results. */
interface Place {
  title: string
  kind: TextKind
  shown: number
  /** Tickets per case in the base. */
  each: number
  withAnswer: boolean
  /** Into how many bases the cases are split; a restaurant has a few open tickets, a business hundreds. */
  parts: number
}
const OWN = { kind: 'own_ticket', shown: 2, each: 1, withAnswer: false } as const
const PLACES: readonly Place[] = [
  { ...OWN, title: 'похожий тикет', parts: 1 },
  { ...OWN, title: 'похожий тикет, открыта четверть', parts: 4 },
  { kind: 'ticket', title: 'похожие тикеты поддержки', shown: 3, each: 3, withAnswer: false, parts: 1 },
  { kind: 'ticket', title: 'так уже отвечали', shown: 3, each: 5, withAnswer: true, parts: 1 },
]
/** Every n-th question is asked again in a base without its case: a fourth of the open sets' questions has no answer. */
const ROBBED = 3

type Asked = Judged & { isRobbed: boolean }

/** Asks every held-out question in its base; every third one also with its case removed. */
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
 * Compares the claimed certainty for tickets with the actual results. The curves are fitted to separate cases
 * (`tuning.txt`); the table is of the other cases, which were not used for fitting.
 */
export const calibrateAlike = (): string => {
  const known = new Synonyms(loadThesaurus(), loadRussian())
  const tuning = readCases('tuning.txt')
  const fitted = (['own_ticket', 'ticket'] as const).map((kind) => {
    const rows = PLACES.filter((place) => place.kind === kind).flatMap((place) =>
      askAll(tuning, known, place),
    )
    // Bases of a business have nearly the same size here, so the size is left out of the fit.
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
