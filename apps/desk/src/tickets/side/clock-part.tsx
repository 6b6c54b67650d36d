import type { Call } from '@podmoga/contract/client'
import type { Duty } from '@podmoga/contract/desk/service'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useNow } from '../../lib/use-now.ts'
import { clockQuery } from './clock.api.ts'
import { CLOCK, hoursText } from './clock.texts.ts'
import styles from './side.module.css'

/** Describes the state of a deadline. */
const wordsOf = ({ state, spent, target, due_at, is_late }: Duty, now: number): string => {
  const time = hoursText(spent)
  if (state === 'dropped') return CLOCK.dropped
  if (state === 'kept' || state === 'missed' || state === 'done') return CLOCK[state](time)
  if (is_late && target !== null) return CLOCK.over(hoursText(spent - target))
  if (state === 'paused') return CLOCK.paused(time)
  if (target === null) return CLOCK.spent(time)
  if (due_at === null) return CLOCK.never
  return `${CLOCK.left(hoursText(target - spent))}, ${CLOCK.till(formatStamp(due_at, now))}`
}

/** The ticket's deadlines and the time left. */
export function ClockPart({ call, ticketId }: { call: Call; ticketId: string }) {
  const { data, isError } = useQuery(clockQuery(call, ticketId))
  const now = useNow()
  return (
    <section className={styles.part} aria-labelledby={`clock-${ticketId}`}>
      <h2 id={`clock-${ticketId}`} className={styles.title}>
        {CLOCK.title}
      </h2>
      {isError && data === undefined && <p className={styles.small}>{CLOCK.failed}</p>}
      {data?.duties.length === 0 && <p className={styles.small}>{CLOCK.none}</p>}
      <dl className={styles.clock}>
        {data?.duties.map((duty) => (
          <div key={duty.kind} data-late={duty.is_late || undefined}>
            <dt>{CLOCK.kind[duty.kind]}</dt>
            <dd>
              {duty.is_late && <TriangleAlert size={15} aria-hidden />} {wordsOf(duty, now)}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>{CLOCK.hint}</p>
    </section>
  )
}
