import { keyboardNeighbours } from './layout.ts'

/** Costs are in tenths of one typo, so that the table fits small integers. */
export const ONE_MISTAKE = 10
const SUBSTITUTION = 10
const NEIGHBOUR_KEY = 7
const SOUND_ALIKE = 6
const EXTRA_LETTER = 9
const DOUBLED_LETTER = 5
const SWAP = 7
const FIRST_LETTER = 3

/** Letters that sound alike, mainly unstressed vowels and final voiced consonants. */
const ALIKE = 'ао еи ия ея еэ иы юу шщ жш бп вф гк дт зс цс ьъ ий чщ ei ea oa ck sz ij iy uw'.split(' ')

const CODES = new Map<string, number>()
for (const letter of 'абвгдежзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz')
  CODES.set(letter, CODES.size + 1)
const WIDTH = CODES.size + 1
const COST = new Uint8Array(WIDTH * WIDTH).fill(SUBSTITUTION)

function codeOf(letter: string): number {
  return CODES.get(letter) ?? 0
}

function cheapen(a: string, b: string, cost: number): void {
  const at = codeOf(a) * WIDTH + codeOf(b)
  COST[at] = Math.min(COST[at] ?? cost, cost)
}
for (const [a, b] of keyboardNeighbours()) cheapen(a, b, NEIGHBOUR_KEY)
for (const pair of ALIKE) {
  cheapen(pair.charAt(0), pair.charAt(1), SOUND_ALIKE)
  cheapen(pair.charAt(1), pair.charAt(0), SOUND_ALIKE)
}

const LONGEST = 48
const rows = [new Uint16Array(LONGEST), new Uint16Array(LONGEST), new Uint16Array(LONGEST)]
/** The letters of the compared word, from index 1. */
const letters = new Uint16Array(LONGEST)
const codes = new Uint8Array(LONGEST)

/**
 * The edit distance between a typed word and a word of the vocabulary, in tenths of a typo; `limit + 1` if it exceeds
 * `limit`. Swapped neighbours, doubled letters, adjacent keys and sound-alike letters cost less than other typos.
 */
export function typoDistance(typed: string, word: string, limit: number): number {
  const n = typed.length
  const m = word.length
  if (n >= LONGEST || m >= LONGEST) return limit + 1
  let [before, above, current] = rows as [Uint16Array, Uint16Array, Uint16Array]
  above[0] = 0
  for (let j = 1; j <= m; j++) {
    const letter = word.charCodeAt(j - 1)
    letters[j] = letter
    codes[j] = codeOfCharCode(letter)
    above[j] = j * EXTRA_LETTER
  }
  for (let i = 1; i <= n; i++) {
    const a = typed.charCodeAt(i - 1)
    const aPrevious = i > 1 ? typed.charCodeAt(i - 2) : 0
    const dropTyped = a === aPrevious ? DOUBLED_LETTER : EXTRA_LETTER
    const aRow = codeOfCharCode(a) * WIDTH
    const edge = i === 1 ? FIRST_LETTER : 0
    let best = (above[0] as number) + dropTyped
    current[0] = best
    let left = best
    let b = 0
    for (let j = 1; j <= m; j++) {
      const bPrevious = b
      b = letters[j] as number
      let cost =
        (above[j - 1] as number) + (a === b ? 0 : (COST[aRow + (codes[j] as number)] as number) + edge)
      const dropped = (above[j] as number) + dropTyped
      if (dropped < cost) cost = dropped
      const added = left + (b === bPrevious ? DOUBLED_LETTER : EXTRA_LETTER)
      if (added < cost) cost = added
      if (a !== b && a === bPrevious && b === aPrevious) {
        const swapped = (before[j - 2] as number) + SWAP
        if (swapped < cost) cost = swapped
      }
      current[j] = cost
      left = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const spare = before
    before = above
    above = current
    current = spare
  }
  const distance = above[m] ?? 0
  return distance <= limit ? distance : limit + 1
}

const CODE_OF_CHAR = new Uint8Array(0x500)
for (const [letter, code] of CODES) CODE_OF_CHAR[letter.charCodeAt(0)] = code

function codeOfCharCode(char: number): number {
  return char < 0x500 ? (CODE_OF_CHAR[char] ?? 0) : 0
}

/** A bit mask of a word's letters. One typo changes at most two bits. */
export function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31)
  return mask
}

/** The number of bits that differ between two masks. */
export function bitsApart(a: number, b: number): number {
  let x = a ^ b
  x -= (x >>> 1) & 0x55555555
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
