import { GROUNDS, type Grounds, type TextKind } from '@podmoga/search/certainty'
import { Documents, type Material } from '@podmoga/search/documents'
import { rank } from '@podmoga/search/rank'
import { loadRussian } from '@podmoga/search/russian'
import type { Synonyms } from '@podmoga/search/synonyms'
import { understand } from '@podmoga/search/understand'
import { weights } from '@podmoga/search/weights'

/** A query with its search result: a constant 1 and the features, and whether the answer is among those shown. */
export type Judged = { grounds: number[]; right: boolean }

/** Weights of the constant and of the features. */
export type Curve = readonly number[]

const dot = (curve: Curve, grounds: readonly number[]): number =>
  grounds.reduce((sum, ground, at) => sum + ground * (curve[at] ?? 0), 0)

/** Returns the probability that a curve gives for a query, 0…1. */
export const chance = (curve: Curve, { grounds }: { grounds: readonly number[] }): number =>
  1 / (1 + Math.exp(-dot(curve, grounds)))

/** Ridge penalty, so that a few dozen queries do not overfit the curve. */
const RIDGE = 0.5
const ROUNDS = 6000
const STEP = 0.02

/** Logistic regression of `right` on the features by gradient descent, which is enough for a few hundred rows. */
export function fit(asked: readonly Judged[]): Curve {
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

/** The curve that the product has for such texts. */
export const productCurve = (kind: TextKind): Curve => [
  weights.certainty[kind].none,
  ...GROUNDS.map((key) => weights.certainty[kind][key]),
]

/** Formats a curve as in `weights.ts`. */
export const namesOf = (curve: Curve): string =>
  ['none', ...GROUNDS].map((key, at) => `${key}: ${(curve[at] ?? 0).toFixed(2)}`).join(', ')

export function indexOf(materials: readonly Material[]): Documents {
  const documents = new Documents(loadRussian())
  for (const material of materials) documents.put(material)
  return documents
}

/** Runs a query. Returns the first three results, and a constant 1 with the features. */
export function ask(
  documents: Documents,
  synonyms: Synonyms,
  query: string,
): { ids: number[]; grounds: number[] } {
  const words = understand(documents.vocabulary, synonyms, documents.language, query)
  const { ranked, grounds } = rank(documents, words, 3)
  const none = Object.fromEntries(GROUNDS.map((key) => [key, 0])) as Grounds
  const of = grounds ?? none
  return { ids: ranked.map(({ material }) => material.id), grounds: [1, ...GROUNDS.map((key) => of[key])] }
}

export const percent = (share: number): string => (Number.isNaN(share) ? '—' : `${Math.round(share * 100)} %`)
export const shareOf = <Row>(rows: readonly Row[], is: (row: Row) => boolean): number =>
  rows.filter(is).length / rows.length

/** Table headings after the first column. */
export const CLAIM_HEAD = ['сказано', 'вопросов', 'в среднем сказано', 'верно'] as const

/** Table rows of claimed against actual share of right answers, one for each fifth. */
export const claimLines = (where: string, rows: readonly { claimed: number; right: boolean }[]): string[][] =>
  [0, 1, 2, 3, 4].map((fifth) => {
    const some = rows.filter(({ claimed }) => Math.min(4, Math.floor(claimed * 5)) === fifth)
    return [
      where,
      `${fifth * 20}–${fifth * 20 + 20} %`,
      String(some.length),
      percent(some.reduce((sum, { claimed }) => sum + claimed, 0) / some.length),
      percent(shareOf(some, ({ right }) => right)),
    ]
  })
