import { CARD, EMAIL, nameForms, PHONE } from '../article/words.ts'

/** Ticket-specific data to replace with placeholders, as in canned replies. */
export interface Particulars {
  number: number
  customer: readonly string[]
  restaurant: string
  /** Other people who may be named. */
  others: readonly string[]
  /** Restaurant ids of the closed ticket and of the one being answered: links to articles begin with one. */
  from: string
  to: string
}

/**
 * Order numbers, sums, serial numbers: specific to one case. Short numbers (a time of day, a few minutes) belong to the
 * answer.
 */
const NUMBER = /(?<![\p{L}\d])(?:№\s*)?\d(?:[\d\s.,-]{3,}\d)(?![\p{L}\d])/gu
const CUT_CARD = /\d{6}\*{6}\d{4}/g
const LINK = /(https?:\/\/\S+)/

const replaceNames = (text: string, names: readonly string[], word: string): string =>
  names.flatMap((name) => nameForms(name) ?? []).reduce((words, form) => words.replace(form, word), text)

/** Replaces ticket-specific data in an answer (names, addresses, numbers) with placeholders. */
export const bareAnswer = (
  text: string,
  { number, customer, restaurant, others, from, to }: Particulars,
): string => {
  const steps = [
    (words: string) => words.replace(EMAIL, '{почта}').replace(CUT_CARD, '{карта}').replace(CARD, '{карта}'),
    (words: string) => words.replace(PHONE, '{телефон}'),
    (words: string) => words.replace(new RegExp(`(?<!\\d)${number}(?!\\d)`, 'g'), '{номер}'),
    (words: string) => words.replace(NUMBER, '{число}'),
    (words: string) => (restaurant.trim().length < 3 ? words : words.replaceAll(restaurant, '{ресторан}')),
    (words: string) => replaceNames(words, customer, '{имя}'),
    (words: string) => replaceNames(words, others, '{сотрудник}'),
  ]
  const inRestaurant = (link: string) => link.replace(new RegExp(`^(https?://[^/]+/)${from}(?=/)`), `$1${to}`)
  // Links belong to the answer: their digits stay.
  const bare = text
    .split(LINK)
    .map((part, at) => (at % 2 === 1 ? inRestaurant(part) : steps.reduce((words, step) => step(words), part)))
  return bare.join('').trim()
}

const STEM = 5
const stemsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, STEM)))

/** Minimum share of common stems for two answers to count as the same. */
const SAME = 0.5

/** Whether two answers say much the same, by the Jaccard index of their stems. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const common = [...a].filter((stem) => b.has(stem)).length
  return common / (a.size + b.size - common || 1) >= SAME
}

export interface Closed {
  ticket: { id: string; number: number }
  answer: string
  /** Similarity of the question. */
  score: number
  /** Neither reopened nor rated bad. */
  helped: boolean
}

/** Groups answers that say the same, highest total similarity first; drops groups that never helped. */
export const groupAnswers = (closed: readonly Closed[]) => {
  const groups: { first: Closed; helped: number; score: number }[] = []
  for (const one of closed) {
    const group = groups.find(({ first }) => isSame(first.answer, one.answer))
    if (group === undefined) groups.push({ first: one, helped: Number(one.helped), score: one.score })
    else {
      group.helped += Number(one.helped)
      group.score += one.score
    }
  }
  return groups.filter(({ helped }) => helped > 0).toSorted((one, other) => other.score - one.score)
}
