import { useEffect, useState } from 'react'
import { viewerDate } from './viewer.tsx'

type Moment = string | number | Date

// Formatted by hand: the first Intl format costs a slow phone as much as rendering a screen, and every list shows a time.
const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const

const twoDigits = (part: number): string => String(part).padStart(2, '0')
const timeOf = (date: Date): string => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
const dayOf = (date: Date): string => `${date.getDate()} ${MONTHS[date.getMonth()]}`

/** Whole days between two moments on the viewer's calendar; 1 means yesterday. */
function daysAgo(moment: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(moment)) / 86_400_000)
}

function dayAndYear(moment: Date, now: Date): string {
  const name = dayOf(moment)
  return moment.getFullYear() === now.getFullYear() ? name : `${name} ${moment.getFullYear()}\u00A0г.`
}

/** «14:05» in the viewer's zone. */
export const formatTime = (moment: Moment): string => timeOf(viewerDate(moment))

/** Stamp in a list: «14:05», «вчера, 19:40», «18 ноября», «18 ноября 2025 г.». */
export function formatStamp(moment: Moment, now: Moment = Date.now()): string {
  const [then, today] = [viewerDate(moment), viewerDate(now)]
  const ago = daysAgo(then, today)
  if (ago === 0) return timeOf(then)
  return ago === 1 ? `вчера, ${timeOf(then)}` : dayAndYear(then, today)
}

/** Day heading: «Сегодня», «Вчера», «18 ноября», «18 ноября 2025 г.». */
export function formatDay(moment: Moment, now: Moment = Date.now()): string {
  const [then, today] = [viewerDate(moment), viewerDate(now)]
  const ago = daysAgo(then, today)
  if (ago === 0) return 'Сегодня'
  return ago === 1 ? 'Вчера' : dayAndYear(then, today)
}

/** Date and time, for a `title`: «18 ноября 2025 г., 14:05». */
export function formatFull(moment: Moment): string {
  const then = viewerDate(moment)
  return `${dayOf(then)} ${then.getFullYear()}\u00A0г., ${timeOf(then)}`
}

/** Key of the viewer's calendar day, for grouping: «2025-11-18». */
export function dayKey(moment: Moment): string {
  const then = viewerDate(moment)
  return `${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())}`
}

/** Re-renders at the viewer's midnight, so that «Сегодня» becomes «Вчера»; returns today's key. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayKey(Date.now()))
  useEffect(() => {
    const check = () => setToday(dayKey(Date.now()))
    const timer = setInterval(check, 30_000)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
  return today
}
