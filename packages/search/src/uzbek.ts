import { LATIN, soundKey } from './translit.ts'

const UZBEK_LETTERS: Readonly<Record<string, string>> = { ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х' }

/**
 * Uzbek as people type it without its own letters: `ўзгартириш` is `узгартириш`, `qoʻshish` and `qo'shish` are `qoshish`.
 * An apostrophe goes only after o and g, where it is a part of the letter.
 */
export function plainUzbek(text: string): string {
  return text
    .replace(/[ўқғҳ]/gi, (letter) => UZBEK_LETTERS[letter.toLowerCase()] ?? letter)
    .replace(/(?<=[og])[ʻʼ'’‘`´]/gi, '')
}

/** Of a noun from the outer ending to the inner one: question, case, possession, number. The Russian ones of a mixed word too. */
const ENDINGS = [
  /(?:mi|ми|chi|чи)$/,
  /(?:ning|нинг|ni|ни|ga|га|ka|ка|qa|dan|дан|dagi|даги|da|да)$/,
  /(?:imiz|имиз|ingiz|ингиз|miz|миз|im|им|ing|инг|si|си|i|и)$/,
  /(?:lar|лар)$/,
]
const SHORTEST_BASE = 3

/** What is left of a word without Uzbek endings, the longest first: `stollarimizni` → stollarimiz, stollar, stol. */
export function uzbekBases(word: string): string[] {
  const bases: string[] = []
  let base = word
  for (const ending of ENDINGS) {
    const shorter = base.replace(ending, '')
    if (shorter === base || shorter.length < SHORTEST_BASE) continue
    base = shorter
    bases.push(base)
  }
  return bases
}

/** A word of two alphabets in one of them: `printerга` → `printerga`; any other stays as it is. */
export function inOneAlphabet(word: string): string {
  if (!/[a-z]/.test(word) || !/[а-я]/.test(word)) return word
  let latin = ''
  for (const letter of word) latin += LATIN[letter] ?? letter
  return latin
}

/** The end of a verb, as it is heard: denial, tense, person, question; and -ish, by which dictionaries name it. */
const VERB_END =
  /(?:il|in|ib|ip|n)?(?:ma)?(?:apti|pti|ap|p|otir|moqda|mokda|adi|idi|di|gan|kan|sa|a|i|ai|moqi|sin|ing|ur|ar)?(?:man|mis|miz|siz|san|m|k|ngiz|ng|lar)?(?:mi)?$/
const VERB_NAME = /i?s$/
const SHORTEST_VERB = 3

const heard = (word: string): string => soundKey(inOneAlphabet(word).replace(/q/g, 'k')).replace(/u/g, 'o')

/** One key for the forms of an Uzbek verb, in either alphabet: `yopish`, `yopaman`, `ёпилмаяпти`; undefined for what is too short. */
export function uzbekVerbKey(word: string): string | undefined {
  const sound = heard(word)
  const named = sound.replace(VERB_NAME, '')
  const key = named === sound ? sound.replace(VERB_END, '') : named
  return key.length >= SHORTEST_VERB - 1 && key !== sound ? key : undefined
}
