import type { DueClock } from '@podmoga/contract/desk/tickets'
import { formatStamp } from '@podmoga/ui/lib/dates'

/** How a deadline stands and in what words: «до 14:30», «скоро просрочим, до 14:30», «просрочен». Null: there is none. */
export const dueWords = (
  clock: DueClock | null | undefined,
  now: number,
): { level: 'set' | 'soon' | 'late'; words: string } | null => {
  if (clock === null || clock === undefined) return null
  if (Date.parse(clock.late_at) <= now) return { level: 'late', words: 'Просрочен' }
  const till = `до ${formatStamp(clock.due_at, now)}`
  return Date.parse(clock.soon_at) <= now
    ? { level: 'soon', words: `Скоро просрочим, ${till}` }
    : { level: 'set', words: `Ответить ${till}` }
}
