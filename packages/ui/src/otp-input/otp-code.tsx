/** The digits of what was typed or pasted («123 456», «123-456»), at most `length` of them. */
export const codeDigits = (typed: string, length: number): string => typed.replace(/\D/g, '').slice(0, length)
