const TIME = '(\\d{1,2})(?:[:.\\s]?(\\d{2}))?'
const SPAN = new RegExp(`^(?:с\\s*)?${TIME}\\s*(?:[-–—]|до)\\s*${TIME}$`)
const AS_BEFORE = new Set(['как вчера', 'так же', 'также', 'то же', '=', '"', '″'])
/** Whether the typed text means "the same as the day before". */
export const isAsBefore = (typed: string): boolean => AS_BEFORE.has(typed.trim().toLowerCase())

const CLOSED = new Set(['выходной', 'закрыто', 'не работает', '-', '–', '—'])
const ALL_DAY = new Set(['круглосуточно', '24', '24 часа', '24/7'])

const two = (text: string | undefined): string => (text ?? '').padStart(2, '0')

/** Converts typed hours of seven days to the contract's format; text that cannot be parsed stays as typed. */
export const hoursOf = (typed: readonly string[]): string[] => {
  const week: string[] = []
  for (const day of typed) {
    const text = day.trim().toLowerCase().replaceAll(/\s+/g, ' ')
    const [, from, from_minutes, to, to_minutes] = SPAN.exec(text) ?? []
    if (AS_BEFORE.has(text) && week.length > 0) week.push(week.at(-1) ?? '')
    else if (CLOSED.has(text)) week.push('')
    else if (ALL_DAY.has(text)) week.push('00:00-24:00')
    else if (from === undefined) week.push(day.trim())
    else week.push(`${two(from)}:${two(from_minutes)}-${two(to)}:${two(to_minutes)}`)
  }
  return week
}
