import { useEffect, useState } from 'react'
import { viewerDate } from './viewer.tsx'

type Moment = string | number | Date

/** A format is made when it is first wanted: on a slow phone each costs as much as a screen's drawing. */
const formatOf = (options: Intl.DateTimeFormatOptions): { format: (date: Date) => string } => {
  let made: Intl.DateTimeFormat | undefined
  return {
    format: (date) => {
      made ??= new Intl.DateTimeFormat('ru', options)
      return made.format(date)
    },
  }
}

const time = formatOf({ hour: '2-digit', minute: '2-digit' })
const day = formatOf({ day: 'numeric', month: 'long' })
const year = formatOf({ year: 'numeric' })

/** Whole days between two moments on the viewer's calendar; 1 means yesterday. */
function daysAgo(moment: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(moment)) / 86_400_000)
}

function dayAndYear(moment: Date, now: Date): string {
  const name = day.format(moment)
  return moment.getFullYear() === now.getFullYear() ? name : `${name} ${year.format(moment)}\u00A0г.`
}

/** «14:05» in the viewer's zone. */
export const formatTime = (moment: Moment): string => time.format(viewerDate(moment))

/** Stamp in a list: «14:05», «вчера, 19:40», «18 ноября», «18 ноября 2025 г.». */
export function formatStamp(moment: Moment, now: Moment = Date.now()): string {
  const [then, today] = [viewerDate(moment), viewerDate(now)]
  const ago = daysAgo(then, today)
  if (ago === 0) return time.format(then)
  return ago === 1 ? `вчера, ${time.format(then)}` : dayAndYear(then, today)
}

/** Day heading: «Сегодня», «Вчера», «18 ноября», «18 ноября 2025 г.». */
export function formatDay(moment: Moment, now: Moment = Date.now()): string {
  const [then, today] = [viewerDate(moment), viewerDate(now)]
  const ago = daysAgo(then, today)
  if (ago === 0) return 'Сегодня'
  return ago === 1 ? 'Вчера' : dayAndYear(then, today)
}

/** Everything, for a `title`: «18 ноября 2025 г., 14:05». */
export function formatFull(moment: Moment): string {
  const then = viewerDate(moment)
  return `${day.format(then)} ${year.format(then)}\u00A0г., ${time.format(then)}`
}

/** Key of the viewer's calendar day, for grouping: «2025-11-18». */
export function dayKey(moment: Moment): string {
  const then = viewerDate(moment)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${then.getFullYear()}-${pad(then.getMonth() + 1)}-${pad(then.getDate())}`
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
