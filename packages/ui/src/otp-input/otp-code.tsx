/**
 * The digits of typed or pasted text («123 456», «123-456»), at most `length` of them. In a whole message, the last number of
 * exactly `length` digits, since there may be other numbers.
 */
export const codeDigits = (typed: string, length: number): string => {
  const [, code] = [...typed.matchAll(new RegExp(`(?:^|\\D)(\\d{${length}})(?!\\d)`, 'g'))].at(-1) ?? []
  return code ?? typed.replace(/\D/g, '').slice(0, length)
}
