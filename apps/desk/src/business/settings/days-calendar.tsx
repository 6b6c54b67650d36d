import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { cx } from '@podmoga/ui/lib/cx'
import { dayKey } from '@podmoga/ui/lib/dates'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import calendar from './days-calendar.module.css'
import { SETTINGS } from './settings.texts.ts'

// Calendar days have no time zone: all arithmetic is in UTC.
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const keyOf = (date: Date): string => date.toISOString().slice(0, 10)
const FULL = new Intl.DateTimeFormat('ru', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
})
const fullOf = (day: string): string => FULL.format(dateOf(day))
/** 0 is Monday, 6 is Sunday. */
const weekdayOf = (date: Date): number => (date.getUTCDay() + 6) % 7

const shifted = (day: string, by: number): string => {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + by)
  return keyOf(date)
}
/** The same day of another month, clamped to its last day. */
const inMonth = (day: string, by: number): string => {
  const date = dateOf(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + by, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return keyOf(date)
}

const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => shifted(day, -1),
  ArrowRight: (day) => shifted(day, 1),
  ArrowUp: (day) => shifted(day, -7),
  ArrowDown: (day) => shifted(day, 7),
  Home: (day) => shifted(day, -weekdayOf(dateOf(day))),
  End: (day) => shifted(day, 6 - weekdayOf(dateOf(day))),
  PageUp: (day) => inMonth(day, -1),
  PageDown: (day) => inMonth(day, 1),
}

/** The weeks of the day's month, each from Monday; null for days of other months. */
const weeksOf = (day: string): (string | null)[][] => {
  const month = day.slice(0, 7)
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  for (let monday = shifted(first, -weekdayOf(dateOf(first))); monday.slice(0, 7) <= month; ) {
    weeks.push(
      [0, 1, 2, 3, 4, 5, 6].map((by) => {
        const one = shifted(monday, by)
        return one.startsWith(month) ? one : null
      }),
    )
    monday = shifted(monday, 7)
  }
  return weeks
}

interface DaysCalendarProps {
  legend: string
  hint: string
  /** As 2026-01-31. */
  days: readonly string[]
  error: string | undefined
  onChange: (days: string[]) => void
}

/** Multiple choice of days in a month grid (pointer, arrows, Page Up), with a list of the chosen days. */
export function DaysCalendar({ legend, hint, days, error, onChange }: DaysCalendarProps) {
  const id = useId()
  const [at, setAt] = useState(() => dayKey(Date.now()))
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const month = `${SETTINGS.months[dateOf(at).getUTCMonth()]} ${at.slice(0, 4)}`
  const toggle = (day: string) =>
    onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort())
  const move = (event: KeyboardEvent) => {
    const to = MOVES[event.key]?.(at)
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    isMoved.current = true
    setAt(to)
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <p className="t-muted">{hint}</p>
      {error !== undefined && <FieldError>{error}</FieldError>}
      <div className={calendar.calendar}>
        <div className={calendar.month}>
          <IconButton label={SETTINGS.month_before} onClick={() => setAt(inMonth(at, -1))}>
            <ChevronLeft size={20} aria-hidden />
          </IconButton>
          <p id={id} aria-live="polite">
            {month}
          </p>
          <IconButton label={SETTINGS.month_after} onClick={() => setAt(inMonth(at, 1))}>
            <ChevronRight size={20} aria-hidden />
          </IconButton>
        </div>
        <table ref={table} aria-labelledby={id}>
          <thead>
            <tr>
              {SETTINGS.weekdays.map((name, index) => (
                <th key={name} scope="col" abbr={BUSINESS.days[index]}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={move}>
            {weeksOf(at).map((week) => (
              <tr key={week.find((day) => day !== null)}>
                {week.map((day, index) =>
                  day === null ? (
                    <td key={SETTINGS.weekdays[index]} />
                  ) : (
                    <td key={day}>
                      <button
                        type="button"
                        data-day={day}
                        tabIndex={day === at ? 0 : -1}
                        aria-label={fullOf(day)}
                        aria-pressed={days.includes(day)}
                        className={cx(calendar.day, days.includes(day) && calendar.chosen)}
                        onClick={() => {
                          setAt(day)
                          toggle(day)
                        }}
                      >
                        {Number(day.slice(8))}
                      </button>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {days.length === 0 ? (
        <p className="t-small t-muted">{SETTINGS.no_days}</p>
      ) : (
        <ul className={styles.actions} aria-label={SETTINGS.chosen_days}>
          {days.map((day) => (
            <li key={day}>
              <Button
                variant="secondary"
                size="s"
                icon={<X size={16} aria-hidden />}
                aria-label={SETTINGS.drop_day(fullOf(day))}
                onClick={() => toggle(day)}
              >
                {fullOf(day)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
