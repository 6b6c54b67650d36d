import { LATIN, soundKey } from './translit.ts'

const UZBEK_LETTERS: Readonly<Record<string, string>> = { ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х' }

/**
 * Replaces the specific Uzbek letters with those that people usually type: `ўзгартириш` → `узгартириш`, `qoʻshish` and
 * `qo'shish` → `qoshish`. An apostrophe is removed only after o and g, where it is part of the letter.
 */
export function plainUzbek(text: string): string {
  return text
    .replace(/[ўқғҳ]/gi, (letter) => UZBEK_LETTERS[letter.toLowerCase()] ?? letter)
    .replace(/(?<=[og])[ʻʼ'’‘`´]/gi, '')
}

/** Noun endings, outermost first: question, case, possession, number. In both alphabets, for mixed words too. */
const ENDINGS = [
  /(?:mi|ми|chi|чи)$/,
  /(?:ning|нинг|ni|ни|ga|га|ka|ка|qa|dan|дан|dagi|даги|da|да)$/,
  /(?:imiz|имиз|ingiz|ингиз|miz|миз|im|им|ing|инг|si|си|i|и)$/,
  /(?:lar|лар)$/,
]
const SHORTEST_BASE = 3

/** The bases of a word without Uzbek endings, longest first: `stollarimizni` → stollarimiz, stollar, stol. */
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

/** Converts a word of mixed alphabets to Latin: `printerга` → `printerga`; other words stay unchanged. */
export function inOneAlphabet(word: string): string {
  if (!/[a-z]/.test(word) || !/[а-я]/.test(word)) return word
  let latin = ''
  for (const letter of word) latin += LATIN[letter] ?? letter
  return latin
}

/** Verb endings by sound: negation, tense, person, question. */
const VERB_END =
  /(?:il|in|ib|ip|n)?(?:ma)?(?:apti|pti|ap|p|otir|moqda|mokda|adi|idi|di|gan|kan|sa|a|i|ai|moqi|sin|ing|ur|ar)?(?:man|mis|miz|siz|san|m|k|ngiz|ng|lar)?(?:mi)?$/
const VERB_NAME = /i?s$/
const SHORTEST_VERB = 3

const soundOf = (word: string): string => soundKey(inOneAlphabet(word).replace(/q/g, 'k')).replace(/u/g, 'o')

/** A common key of all forms of an Uzbek verb, in either alphabet: `yopish`, `yopaman`, `ёпилмаяпти`; undefined if too short. */
export function uzbekVerbKey(word: string): string | undefined {
  const sound = soundOf(word)
  const named = sound.replace(VERB_NAME, '')
  const key = named === sound ? sound.replace(VERB_END, '') : named
  return key.length >= SHORTEST_VERB - 1 && key !== sound ? key : undefined
}
