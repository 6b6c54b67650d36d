import type { DueClock } from '@podmoga/contract/desk/tickets'
import { formatStamp } from '@podmoga/ui/lib/dates'

/** Level and text of a deadline: «Ответить до 14:30», «Скоро просрочим, до 14:30», «Просрочен». Null without a deadline. */
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
