/**
 * The digits of what was typed or pasted («123 456», «123-456»), at most `length` of them. Of a whole message the last
 * number that is as long as a code: there may be others in it.
 */
export const codeDigits = (typed: string, length: number): string => {
  const [, code] = [...typed.matchAll(new RegExp(`(?:^|\\D)(\\d{${length}})(?!\\d)`, 'g'))].at(-1) ?? []
  return code ?? typed.replace(/\D/g, '').slice(0, length)
}
