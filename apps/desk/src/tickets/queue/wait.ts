export const LONG_WAIT_MINUTES = 15

const minutesOf = (since: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))

export const isLongWait = (since: string, now: number): boolean => minutesOf(since, now) >= LONG_WAIT_MINUTES

const NBSP = '\u00a0'

/** Formats a waiting time: «меньше минуты», «42 мин», «3 ч 05 мин», «2 дн 4 ч». */
export const waitText = (since: string, now: number): string => {
  const minutes = minutesOf(since, now)
  if (minutes < 1) return 'меньше минуты'
  if (minutes < 60) return `${minutes}${NBSP}мин`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}${NBSP}ч ${String(minutes % 60).padStart(2, '0')}${NBSP}мин`
  const rest = hours % 24
  return `${Math.floor(hours / 24)}${NBSP}дн${rest === 0 ? '' : ` ${rest}${NBSP}ч`}`
}
