import { memoize } from './memoize.ts'
import { isCyrillic, isLatin } from './tokenize.ts'

const VOWEL = /[аеиоуыэюя]/
const GERUND = /(?:(?<=[ая])(?:в|вши|вшись)|ив|ивши|ившись|ыв|ывши|ывшись)$/
const REFLEXIVE = /(?:ся|сь)$/
const ADJECTIVE = /(?:ее|ие|ые|ое|ими|ыми|ей|ий|ый|ой|ем|им|ым|ом|его|ого|ему|ому|их|ых|ую|юю|ая|яя|ою|ею)$/
const PARTICIPLE = /(?:(?<=[ая])(?:ем|нн|вш|ющ|щ)|ивш|ывш|ующ)$/
const VERB =
  /(?:(?<=[ая])(?:ла|на|ете|йте|ли|й|л|ем|н|ло|но|ет|ют|ны|ть|ешь|нно)|ила|ыла|ена|ейте|уйте|ите|или|ыли|ей|уй|ил|ыл|им|ым|ен|ило|ыло|ено|ят|ует|уют|ит|ыт|ены|ить|ыть|ишь|ую|ю)$/
const NOUN =
  /(?:а|ев|ов|ие|ье|е|иями|ями|ами|еи|ии|и|ией|ей|ой|ий|й|иям|ям|ием|ем|ам|ом|о|у|ах|иях|ях|ы|ь|ию|ью|ю|ия|ья|я)$/
const SUPERLATIVE = /(?:ейше|ейш)$/
const DERIVED = /(?:ость|ост)$/

/**
 * The Snowball stem of a folded word: removes the endings of gerunds, adjectives, verbs and nouns (`настройками` →
 * `настройк`). Latin words lose an English plural; other words stay unchanged.
 */
export const stem = memoize((word) => {
  if (isLatin(word)) return stemEnglish(word)
  if (!isCyrillic(word)) return word
  const first = word.search(VOWEL)
  if (first < 0) return word
  const head = word.slice(0, first + 1)
  let tail = word.slice(first + 1)

  const withoutGerund = tail.replace(GERUND, '')
  if (withoutGerund !== tail) tail = withoutGerund
  else tail = withoutEnding(tail.replace(REFLEXIVE, ''))

  tail = tail.replace(/и$/, '')
  if (DERIVED.test(afterSecondSyllable(tail))) tail = tail.replace(DERIVED, '')
  tail = tail.replace(SUPERLATIVE, '').replace(/нн$/, 'н').replace(/ь$/, '')
  return head + tail
})

function withoutEnding(tail: string): string {
  const adjective = tail.replace(ADJECTIVE, '')
  if (adjective !== tail) return adjective.replace(PARTICIPLE, '')
  const verb = tail.replace(VERB, '')
  return verb !== tail ? verb : tail.replace(NOUN, '')
}

function afterSecondSyllable(tail: string): string {
  return tail.replace(/^[^аеиоуыэюя]*[аеиоуыэюя]+[^аеиоуыэюя]/, '')
}

/**
 * Removes only a noun's or adjective's ending. Snowball takes `терминала` for a past tense and cuts it to `термина`, but
 * `терминалы` to `терминал`; this second, more careful key matches such words again.
 */
export const nounStem = memoize((word) => {
  if (!isCyrillic(word)) return stem(word)
  const cut = word.replace(ADJECTIVE, '')
  const base = cut.length < word.length && cut.length >= 4 ? cut : word.replace(NOUN, '')
  return withoutFleetingVowel(base.length >= 3 ? base : word)
})

/** Removes a fleeting vowel: `настроек` and `настройка`, `заявок` and `заявка`, `чисел` and `число`. */
function withoutFleetingVowel(base: string): string {
  if (base.length < 5) return base
  return base
    .replace(/(?<=[аоуыэюяие])е(?=[кн]$)/, 'й')
    .replace(/(?<=[^аеиоуыэюяй])ь?[ое](?=[бвгджзйклмнпрстфхцчшщ]$)/, '')
}

function stemEnglish(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}
