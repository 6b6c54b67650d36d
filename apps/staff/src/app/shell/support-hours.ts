import type { Settings } from '@podmoga/contract/settings'

const pad = (count: number): string => String(count).padStart(2, '0')

/** Support hours of this day, as text; null if the business has not set any. Holidays are shown even without hours. */
export const supportHours = (
  { working_hours, holidays }: Pick<Settings, 'working_hours' | 'holidays'>,
  day: Date,
): string | null => {
  const date = `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
  const isOff = holidays.includes(date)
  if (working_hours === null && !isOff) return null
  // Weeks begin on Monday.
  const hours = isOff ? '' : (working_hours?.[(day.getDay() + 6) % 7] ?? '')
  return hours === '' ? 'Сегодня поддержка не работает' : `Поддержка сегодня ${hours.replace('-', '–')}`
}
