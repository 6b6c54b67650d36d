import { CARD, EMAIL, nameForms, PHONE } from '../article/words.ts'

/** What of a ticket is put back into braces, as canned replies have it. */
export interface Particulars {
  number: number
  customer: readonly string[]
  restaurant: string
  /** Everybody else who may be named. */
  others: readonly string[]
  /** The restaurant's id, and that of the one which is answered now: a link to an article names it first. */
  from: string
  to: string
}

/** Orders, sums, serial numbers: of one case alone. A time of day, a minute or two are of the answer itself. */
const NUMBER = /(?<![\p{L}\d])(?:№\s*)?\d(?:[\d\s.,-]{3,}\d)(?![\p{L}\d])/gu
const CUT_CARD = /\d{6}\*{6}\d{4}/g
const LINK = /(https?:\/\/\S+)/

const replaceNames = (text: string, names: readonly string[], word: string): string =>
  names.flatMap((name) => nameForms(name) ?? []).reduce((words, form) => words.replace(form, word), text)

/** An answer without what belongs to its own ticket: names, addresses and numbers are places to be filled in. */
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
  // What a link leads to is of the answer, digits and all.
  const bare = text
    .split(LINK)
    .map((part, at) => (at % 2 === 1 ? inRestaurant(part) : steps.reduce((words, step) => step(words), part)))
  return bare.join('').trim()
}

const STEM = 5
const stemsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, STEM)))

/** Of so many words in common two answers say the same. */
const SAME = 0.5

/** Whether two answers say much the same in other words. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const common = [...a].filter((stem) => b.has(stem)).length
  return common / (a.size + b.size - common || 1) >= SAME
}

export interface Closed {
  ticket: { id: string; number: number }
  answer: string
  /** How alike the question was. */
  score: number
  /** Nobody took it back, and nobody called it bad. */
  helped: boolean
}

/** The same answers put together, those first that closed what is most alike and did so most often; none that never helped. */
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
