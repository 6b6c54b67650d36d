import type { Settings } from '@podmoga/contract/settings'

const pad = (count: number): string => String(count).padStart(2, '0')

/** When support answers on this day, as a person reads it; null when the business never said. A holiday is said without hours too. */
export const supportHours = (
  { working_hours, holidays }: Pick<Settings, 'working_hours' | 'holidays'>,
  day: Date,
): string | null => {
  const date = `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
  const isOff = holidays.includes(date)
  if (working_hours === null && !isOff) return null
  // Weeks begin on Monday here.
  const hours = isOff ? '' : (working_hours?.[(day.getDay() + 6) % 7] ?? '')
  return hours === '' ? 'Сегодня поддержка не работает' : `Поддержка сегодня ${hours.replace('-', '–')}`
}
