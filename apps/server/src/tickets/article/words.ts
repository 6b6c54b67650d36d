import { escapeHtml } from '../../http/escape-html.ts'

/** One message of a conversation to make an article of. */
export interface ArticleMessage {
  text: string
  from_support: boolean
}

export interface ArticleText {
  title: string
  /** HTML. */
  content: string
  hidden: { names: number; contacts: number }
}

const NAMELESS = '[имя]'
export const PHONE = /(?<![\p{L}\d])\+?\d(?:[\s().-]{0,3}\d){8,14}(?![\p{L}\d])/gu
export const EMAIL = /[\p{L}\d._%+-]+@[\p{L}\d.-]+\.\p{L}{2,}/gu
export const CARD = /(?<!\d)\d{4}(?:[\s-]?\d{4}){3}(?!\d)/g
/** Shorter names are parts of too many other words. */
const SHORTEST_NAME = 3
const TITLE_LETTERS = 120

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches a name in any grammatical case: «Азиза» also as «Азизе» and «Азизой». null if it is too short. */
export const nameForms = (name: string): RegExp | null => {
  const bare = name.trim()
  if ([...bare].length < SHORTEST_NAME) return null
  const stem = bare.replace(/[аеёиоуыэюяьй]$/iu, '')
  return new RegExp(`(?<!\\p{L})${escaped(stem)}\\p{L}{0,3}(?!\\p{L})`, 'giu')
}

const paragraphs = (texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.split(/\n+/))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

const titleOf = (text: string): string => {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? text
  const words = line.replace(/\s+/g, ' ').trim()
  const letters = [...words]
  return letters.length <= TITLE_LETTERS
    ? words
    : `${letters
        .slice(0, TITLE_LETTERS - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Makes an article of a conversation: the question up to the first answer, then all of support's answers. Names, phones,
 * addresses and card numbers are redacted and counted.
 */
export const articleOf = (messages: readonly ArticleMessage[], names: readonly string[]): ArticleText => {
  const hidden = { names: 0, contacts: 0 }
  const forms = [...new Set(names)].flatMap((name) => nameForms(name) ?? [])
  const blot = (text: string, what: RegExp, word: string, count: keyof typeof hidden): string =>
    text.replace(what, () => {
      hidden[count] += 1
      return word
    })
  const clean = (text: string): string => {
    const safe = blot(
      blot(blot(text, EMAIL, '[почта]', 'contacts'), CARD, '[номер карты]', 'contacts'),
      PHONE,
      '[телефон]',
      'contacts',
    )
    return forms.reduce((words, form) => blot(words, form, NAMELESS, 'names'), safe)
  }
  const first = messages.findIndex(({ from_support }) => from_support)
  const question = messages.slice(0, first).map(({ text }) => clean(text))
  const answers = messages.filter(({ from_support }) => from_support).map(({ text }) => clean(text))
  return {
    title: titleOf(question[0] ?? answers[0] ?? ''),
    content: `${question.length === 0 ? '' : `<h2>Вопрос</h2>${paragraphs(question)}`}<h2>Решение</h2>${paragraphs(answers)}`,
    hidden,
  }
}
