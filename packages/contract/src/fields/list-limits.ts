/** The maximum length of a list that is saved as a whole, and the error text that its form and the server show. */
const limit = (max: number, whose: string) => ({ max, message: `${whose} может быть не больше ${max}` })

export const LIST_LIMITS = {
  rules: limit(50, 'Правил'),
  targets: limit(50, 'Сроков'),
  shifts: limit(8, 'Смен'),
  groups: limit(50, 'Групп'),
} as const
