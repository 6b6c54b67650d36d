import { counted } from '@podmoga/contract/fields/plural'
import { dayKey, formatDay, formatTime } from '@podmoga/ui/lib/dates'

/** Minutes as text: «12 минут», «полтора часа», «2 часа». */
const spanOf = (minutes: number): string => {
  if (minutes === 90) return 'полтора часа'
  if (minutes >= 60 && minutes % 60 === 0) return counted(minutes / 60, ['час', 'часа', 'часов'])
  return counted(minutes, ['минуту', 'минуты', 'минут'])
}

const DAY_MS = 86_400_000

/** The usual time of the first reply; `opens_at`: when support opens, while it is closed. */
export const promiseText = (minutes: number, opens_at: string | null | undefined, now: Date): string => {
  if (opens_at === null || opens_at === undefined) return `Обычно отвечаем за ${spanOf(minutes)}`
  const isTomorrow = dayKey(opens_at) === dayKey(now.getTime() + DAY_MS)
  const day = isTomorrow ? 'завтра' : formatDay(opens_at, now).toLowerCase()
  const opening = `${day} в ${formatTime(opens_at)}`
  return `Поддержка откроется ${opening}. Обычно отвечаем за ${spanOf(minutes)} с этого времени`
}
