/** How many a list may have that is saved as a whole, and what is said beyond that: by its form and by the server. */
const limit = (max: number, whose: string) => ({ max, said: `${whose} может быть не больше ${max}` })

export const LIST_LIMITS = {
  rules: limit(50, 'Правил'),
  targets: limit(50, 'Сроков'),
  shifts: limit(8, 'Смен'),
  groups: limit(50, 'Групп'),
} as const
