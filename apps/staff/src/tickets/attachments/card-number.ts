const [FEWEST, MOST] = [13, 19]
/** The groups that cards' numbers are written in, by how many digits each has; one of them may stand among others. */
const GROUPS = /^(?:1[3-9]|8 8|4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45])$/
const MOST_GROUPS = 5
/** Between the groups of one number; where the digits are grouped as a card's are, it may be wider. */
const NARROW = /^[ -]$/
const WIDE = /^[\s.,/_‐-―-]{1,2}$/
const UNSEEN = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const ARABIC = /[\u0660-\u0669\u06F0-\u06F9]/g

/** Luhn's sum, which every payment card's number makes a multiple of ten. */
const isLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

interface Group {
  digits: string
  /** What stands between it and the group before. */
  before: string
}

/** Every digit of a text as 0–9, whatever its alphabet, in the groups that stand there. */
const groupsOf = (text: string): Group[] => {
  const plain = text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(ARABIC, (digit) => String(digit.charCodeAt(0) & 15))
  return [...plain.matchAll(/(\D*)(\d+)/g)].map(([, before = '', digits = '']) => ({ before, digits }))
}

const isCard = (groups: readonly Group[]): boolean => {
  const digits = groups.map((group) => group.digits).join('')
  return digits.length >= FEWEST && digits.length <= MOST && isLuhn(digits) && !/^(\d)\1+$/.test(digits)
}

/** Whether a card's number begins with this group: grouped as cards are, or with nothing else beside it. */
const beginsCard = (groups: readonly Group[], from: number): boolean => {
  const isApart = (at: number) => !NARROW.test(groups[at]?.before ?? '')
  if (groups[from]?.before.endsWith('+')) return false
  let lengths = ''
  for (let to = from; to < Math.min(from + MOST_GROUPS, groups.length); to += 1) {
    if (to > from && !WIDE.test(groups[to]?.before ?? '')) break
    lengths += `${to > from ? ' ' : ''}${groups[to]?.digits.length}`
    if (GROUPS.test(lengths) && isCard(groups.slice(from, to + 1))) return true
  }
  if (!isApart(from)) return false
  let end = from + 1
  while (end < groups.length && end - from <= MOST && !isApart(end)) end += 1
  return isCard(groups.slice(from, end))
}

/** Whether a text holds what looks like the number of a payment card: alone, or with a date or a sum beside it. */
export const hasCardNumber = (text: string): boolean => {
  const groups = groupsOf(text)
  return groups.some((_, from) => beginsCard(groups, from))
}
