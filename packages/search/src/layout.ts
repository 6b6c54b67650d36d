const ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const ENGLISH_SHIFTED = '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'

const toRussian = new Map<string, string>()
const toEnglish = new Map<string, string>()
for (let i = 0; i < RUSSIAN.length; i++) {
  const russian = RUSSIAN.charAt(i)
  toRussian.set(ENGLISH.charAt(i), russian)
  toRussian.set(ENGLISH_SHIFTED.charAt(i), russian)
  toEnglish.set(russian, ENGLISH.charAt(i))
  toEnglish.set(russian.toUpperCase(), ENGLISH.charAt(i))
}

/** Converts to the characters of the same keys on the Russian layout: `nthvbyfk` → `терминал`. Other characters stay. */
export function asRussianKeys(text: string): string {
  let result = ''
  for (const letter of text) result += toRussian.get(letter) ?? letter
  return result
}

/** Converts to the characters of the same keys on the English layout: `учсуд` → `excel`. */
export function asEnglishKeys(text: string): string {
  let result = ''
  for (const letter of text) result += toEnglish.get(letter) ?? letter
  return result
}

const ROWS = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Pairs of letters on adjacent keys, in both orders. */
export function keyboardNeighbours(): [string, string][] {
  const pairs: [string, string][] = []
  for (let r = 0; r < ROWS.length; r++) {
    const row = ROWS[r] ?? ''
    const below = r % 3 === 2 ? '' : (ROWS[r + 1] ?? '')
    for (let i = 0; i < row.length; i++) {
      for (const other of [row.charAt(i + 1), below.charAt(i), below.charAt(i - 1)]) {
        if (other) pairs.push([row.charAt(i), other], [other, row.charAt(i)])
      }
    }
  }
  return pairs
}
