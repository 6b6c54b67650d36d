const [FEWEST, MOST] = [13, 19]
/** Digit groupings of card numbers, as group lengths. A number grouped like this is found even among other numbers. */
const GROUPS = /^(?:1[3-9]|8 8|4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45]|4 3 3 3|6 1[03])$/
const MOST_GROUPS = 5
/** Separators between the groups of one number; the wider ones are accepted only if the grouping is a card's. */
const NARROW = /^(?:[ \u00A0\u2007\u2009\u202F]|\p{Pd})$/u
const WIDE = /^(?:[\s./_|*·]{1,2}|\s?\p{Pd}\s?|\s{3,4})$/u
/** The group lengths at the end of a phone number. */
const PHONE = /3 2 2/
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u20E3/u

/** Prefixes and number lengths of the payment systems (ISO/IEC 7812 and the published ranges of each). */
const BRANDS: readonly [prefix: RegExp, least: number, most: number][] = [
  // Visa; Mastercard; American Express
  [/^4/, 16, 16],
  [/^4/, 19, 19],
  [/^4/, 13, 13],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 16, 16],
  [/^3[47]/, 15, 15],
  // Uzcard and Humo; Mir; UnionPay
  [/^(?:8600|5614|9860)/, 16, 16],
  [/^220[0-4]/, 16, 19],
  [/^(?:62|81[0-7])/, 16, 19],
  // Maestro; Discover and RuPay; JCB; Diners Club
  [/^(?:50(?:18|20|38|58)|5[678]|5893|6304|6759|676[1-3])/, 16, 19],
  [/^(?:6011|64[4-9]|65|60(?!11)|508|82)/, 16, 16],
  [/^(?:6011|64[4-9]|65)/, 17, 19],
  [/^35(?:2[89]|[3-8])/, 16, 19],
  [/^3(?:6|[89])/, 14, 14],
  [/^30[0-5]/, 14, 14],
  // Belkart; Elcart; Troy
  [/^(?:9112|9417|9792)/, 16, 16],
]
/** A bank account number, recognized by its currency code; it is written in groups of four too. */
const ACCOUNT = /^\d{5}(?:000|156|398|417|643|810|840|860|972|978)\d{12}$/
/** Four-digit numbers that increase by at most this are a list: of tables, orders, years. */
const STEP = 50
/** The minimum length of a hexadecimal identifier, such as a hash or a UUID without dashes. */
const HEX_LENGTH = 24

/** The Luhn check: every second digit from the right, starting with the second, is doubled; the sum is a multiple of ten. */
const isLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Whether 13 digits have a valid check digit of a product barcode (EAN-13). */
const isBarcode = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

interface Group {
  digits: string
  /** The text between it and the previous group. */
  before: string
  /** Its range in the text. */
  from: number
  to: number
}

const NUMBER = /^\p{N}$/u

/** Converts a digit of any alphabet to 0–9; null for other characters. */
const digitOf = (letter: string): string | null => {
  if (!NUMBER.test(letter)) return null
  const plain = letter.normalize('NFKC')
  if (/^[0-9]$/.test(plain)) return plain
  if (!/^\p{Nd}$/u.test(letter)) return null
  // Unicode assigns the digits of an alphabet consecutive code points, zero first.
  const code = letter.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** All digits of a text, in groups as they are written. */
const groupsOf = (text: string): Group[] => {
  const groups: Group[] = []
  let before = ''
  let at = 0
  let isOpen = false
  for (const letter of text) {
    const [from, to] = [at, at + letter.length]
    at = to
    const digit = digitOf(letter)
    const group = groups.at(-1)
    if (digit === null) {
      if (UNSEEN.test(letter)) continue
      isOpen = false
      before += letter
    } else if (isOpen && group !== undefined) {
      group.digits += digit
      group.to = to
    } else {
      groups.push({ digits: digit, before, from, to })
      before = ''
      isOpen = true
    }
  }
  return groups
}

const digitsOf = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join('')

/** Whether the groups are separate numbers, such as sums, years, table or order numbers. */
const isList = (groups: readonly Group[]): boolean => {
  const numbers = groups.map(({ digits }) => Number(digits))
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
  const rises = steps.every((step) => step > 0 && step <= STEP)
  return groups.length > 2 && (rises || numbers.every((number) => number % 50 === 0))
}

const isCard = (groups: readonly Group[]): boolean => {
  const digits = digitsOf(groups)
  const { length } = digits
  if (length < FEWEST || length > MOST || !isLuhn(digits) || isList(groups)) return false
  // Uzbek personal ids have 14 digits and may start with 30, as did old Diners Club cards: those must be grouped as cards.
  if (/^30/.test(digits) && groups.length !== 3) return false
  if (length === 13 && isBarcode(digits)) return false
  return BRANDS.some(([prefix, least, most]) => length >= least && length <= most && prefix.test(digits))
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Whether the digits are inside a UUID, whose dashes may group them like a card number. */
const isInUuid = (text: string, from: number, to: number): boolean => {
  const start = Math.max(0, from - 36)
  return [...text.slice(start, to + 36).matchAll(UUID)].some(
    ({ 0: uuid, index }) => /[a-f]/i.test(uuid) && start + index <= from && to <= start + index + uuid.length,
  )
}

/** Whether the digits are part of a hexadecimal identifier: a UUID or a hash. */
const isInHash = (text: string, { from, to }: Group): boolean => {
  const before = /[\da-f-]*$/i.exec(text.slice(Math.max(0, from - 40), from))?.[0] ?? ''
  const after = /^[\da-f-]*/i.exec(text.slice(to, to + 40))?.[0] ?? ''
  return before.length + (to - from) + after.length >= HEX_LENGTH && /[a-f]/i.test(before + after)
}

/** The number of groups, from this one on, that form a card number: grouped as cards are, or standing alone; otherwise 0. */
const cardFrom = (text: string, groups: readonly Group[], from: number): number => {
  const isApart = (at: number) => !NARROW.test(groups[at]?.before ?? '')
  const first = groups[from]
  if (first === undefined || first.before.endsWith('+')) return 0
  let lengths = ''
  let longest = 0
  for (let to = from; to < Math.min(from + MOST_GROUPS, groups.length); to += 1) {
    if (to > from && !WIDE.test(groups[to]?.before ?? '')) break
    lengths += `${to > from ? ' ' : ''}${groups[to]?.digits.length}`
    const some = groups.slice(from, to + 1)
    if (lengths === '4 4 4 4 4' && ACCOUNT.test(digitsOf(some))) return 0
    // Keep looking: after 16 digits the next group may be the rest of a 19-digit number.
    if (GROUPS.test(lengths) && isCard(some)) longest = some.length
  }
  if (longest === 1) return isInHash(text, first) ? 0 : 1
  if (longest > 0) return isInUuid(text, first.from, groups[from + longest - 1]?.to ?? 0) ? 0 : longest
  if (!isApart(from)) return 0
  let end = from + 1
  while (end < groups.length && end - from <= MOST && !isApart(end)) end += 1
  const alone = groups.slice(from, end)
  const grouped = alone.map(({ digits }) => digits.length).join(' ')
  return alone.length > 1 && !PHONE.test(grouped) && !isInHash(text, first) && isCard(alone)
    ? alone.length
    : 0
}

/** The ranges and digits of the card numbers in a text. */
const cardsIn = (text: string): { from: number; to: number; digits: string }[] => {
  // A fast path for almost every text.
  if ((text.match(/\p{N}/gu)?.length ?? 0) < FEWEST) return []
  const groups = groupsOf(text)
  const cards: { from: number; to: number; digits: string }[] = []
  for (let at = 0; at < groups.length; ) {
    const count = cardFrom(text, groups, at)
    const some = groups.slice(at, at + count)
    if (some[0] !== undefined)
      cards.push({ from: some[0].from, to: some.at(-1)?.to ?? 0, digits: digitsOf(some) })
    at += Math.max(1, count)
  }
  return cards
}

/** Whether a text contains what looks like a payment card number, possibly with a date or a sum next to it. */
export const hasCardNumber = (text: string): boolean => cardsIn(text).length > 0

/**
 * Replaces each payment card number in a text with its first six digits, six asterisks and its last four. A card number is
 * recognized by brand prefix, length and Luhn check, in any grouping and any alphabet's digits.
 */
export const cutCardNumbers = (text: string): string => {
  let cut = ''
  let at = 0
  for (const { from, to, digits } of cardsIn(text)) {
    cut += `${text.slice(at, from)}${digits.slice(0, 6)}******${digits.slice(-4)}`
    at = to
  }
  return cut + text.slice(at)
}
