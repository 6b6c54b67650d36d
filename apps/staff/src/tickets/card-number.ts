/** Thirteen to nineteen digits, written in one or in groups. */
const LIKELY = /(?<![\d+])\d(?:[ \u00A0-]?\d){12,18}(?!\d)/g

/** Luhn's sum, which every payment card's number makes a multiple of ten. */
const isLuhn = (digits: string): boolean => {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Whether a text holds what looks like the number of a payment card. */
export const hasCardNumber = (text: string): boolean =>
  (text.match(LIKELY) ?? []).some((found) => {
    const digits = found.replace(/\D/g, '')
    return isLuhn(digits) && !/^(\d)\1+$/.test(digits)
  })
