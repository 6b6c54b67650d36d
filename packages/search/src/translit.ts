import { memoize } from './memoize.ts'
import { isCyrillic } from './tokenize.ts'

/** The most common transliteration of Russian letters. */
export const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
}

function romanise(word: string): string {
  let result = ''
  for (const letter of word) result += LATIN[letter] ?? letter
  return result
}

/**
 * A common key for all usual transliterations of Russian: `smena`, `obyekt`/`obekt`/`objekt` and
 * `khranilishche`/`hranilische` each match their Russian word. Letters that are transliterated differently are merged.
 */
export const soundKey = memoize((word) =>
  (isCyrillic(word) ? romanise(word) : word)
    .replace(/['’`]/g, '')
    .replace(/shch|sch|sh/g, 's')
    .replace(/zh/g, 'z')
    .replace(/kh|x/g, 'h')
    .replace(/ch|4/g, 'q')
    .replace(/ts|tz/g, 'c')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/i+(?=[aeou])/g, '')
    .replace(/(.)\1+/g, '$1'),
)

/**
 * The consonants of a word by sound, in either alphabet: a loan word keeps them in the other language (`аутлук` and
 * `outlook` are both `tlk`).
 */
export function skeleton(word: string): string {
  const latin = isCyrillic(word)
    ? romanise(word.replace(/дж/g, 'ж').replace(/ц/g, 'с'))
    : word
        .replace(/sch|sh|tch|ch/g, '$')
        .replace(/ph/g, 'f')
        .replace(/th/g, 't')
        .replace(/ck/g, 'k')
        .replace(/c(?=[eiy])/g, 's')
  return latin
    .replace(/sh|ch|zh|j|\$/g, 'j')
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/[aeiouywh]/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** Maps Latin letters to Russian letters that look the same. */
const LOOKALIKES = new Map(
  'aа cс eе oо pр xх yу AА BВ CС EЕ HН KК MМ OО PР TТ XХ YУ'
    .split(' ')
    .map(([latin = '', russian = '']) => [latin, russian]),
)
const TWO_ALPHABETS = /(?=[a-z]*[а-яё])(?=[а-яё]*[a-z])[a-zа-яё]+/gi

/**
 * Fixes Russian words that contain Latin lookalike letters, from copied texts and some keyboards. A word with any other Latin
 * letter is mixed-language (`printerга`) and stays.
 * @param isWord whether a folded word exists
 */
export const withoutLookalikes = (text: string, isWord: (word: string) => boolean): string =>
  text.replace(TWO_ALPHABETS, (word) => {
    const russian = word.replace(/[a-z]/gi, (letter) => LOOKALIKES.get(letter) ?? letter)
    return isWord(russian.toLowerCase().replaceAll('ё', 'е')) ? russian : word
  })

/** Latin letter groups and their Russian letters, longest first. */
const CYRILLIC: readonly (readonly [latin: string, russian: string])[] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['sh', 'ш'],
  ['ch', 'ч'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ya', 'я'],
  ['ia', 'я'],
  ['yu', 'ю'],
  ['iu', 'ю'],
  ['ye', 'е'],
  ['yo', 'е'],
  ['iy', 'ий'],
  ['ay', 'ай'],
  ['ey', 'ей'],
  ['oy', 'ой'],
  ...[...'abvgdezijklmnoprstufhcywxq'].map(
    (letter, at) => [letter, 'абвгдезижклмнопрстуфхцывхк'.charAt(at)] as const,
  ),
]
const CYRILLIC_OF = new Map(CYRILLIC)
const LATIN_PARTS = new RegExp(CYRILLIC.map(([latin]) => latin).join('|'), 'gi')

/** Converts transliterated Russian to its most likely spelling: `terminal ne rabotaet` → `терминал не работает`. */
export const asCyrillic = (text: string): string =>
  text.replace(LATIN_PARTS, (part) => CYRILLIC_OF.get(part.toLowerCase()) ?? part)
