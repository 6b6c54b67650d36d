import type { Call } from '@podmoga/contract/client'
import type { LogLine } from '@podmoga/contract/desk/work'
import { quoted } from '@podmoga/contract/fields/quoted'
import { formatFull, formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MoreButton } from '../../lib/more-button.tsx'
import { useNow } from '../../lib/use-now.ts'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { logQuery } from '../team.api.ts'
import { LOG } from './log.texts.ts'
import styles from './side.module.css'
import { snoozedTill } from './snoozed-till.ts'
import { WORK } from './work.texts.ts'

const readable = ({ act }: LogLine, value: string, zone: string): string => {
  if (act === 'priority') return WORK.priority_name[value as keyof typeof WORK.priority_name] ?? value
  return act === 'snoozed' ? snoozedTill(value, zone) : value
}

const changeOf = (line: LogLine, zone: string): string | null => {
  const { act, from, to } = line
  if (from === null && to === null) return null
  const [before, after] = [from, to].map((value) =>
    value === null ? LOG.log_nobody : readable(line, value, zone),
  )
  if (act === 'assigned') return `${before} → ${after}`
  return from === null || to === null ? readable(line, to ?? from ?? '', zone) : `${before} → ${after}`
}

interface LogProps {
  call: Call
  ticketId: string
  /** Time zone of the ticket's restaurant. */
  zone: string
  view: QueueView
  onLeave?: (() => void) | undefined
}

/** Log of the ticket and of tickets merged into it, the newest first. */
export function LogPart({ call, ticketId, zone, view, onLeave }: LogProps) {
  const query = useInfiniteQuery(logQuery(call, ticketId))
  const now = useNow()
  const lines = query.data?.pages.flatMap(({ results }) => results)
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{LOG.log}</h2>
      {query.isError && lines === undefined && <p className={styles.small}>{LOG.log_failed}</p>}
      {lines?.length === 0 && <p className={styles.small}>{LOG.log_none}</p>}
      <ul className={styles.lines}>
        {lines?.map((line) => (
          <li key={line.id} className={styles.line}>
            <p>
              <b>{line.person_name ?? LOG.log_self}</b>: {LOG.log_act[line.act]}
              {line.other !== null && (
                <>
                  {' '}
                  <Link
                    href={ticketPath(line.other.id, view)}
                    {...(onLeave === undefined ? {} : { onClick: onLeave })}
                  >
                    №{line.other.number}
                  </Link>
                </>
              )}
            </p>
            {changeOf(line, zone) !== null && <p>{changeOf(line, zone)}</p>}
            {line.word !== null && <p>{quoted(line.word)}</p>}
            {line.of_number !== null && <p className={styles.small}>{LOG.log_of(line.of_number)}</p>}
            <time className={styles.small} dateTime={line.at} title={formatFull(line.at)}>
              {formatStamp(line.at, now)}
            </time>
          </li>
        ))}
      </ul>
      <MoreButton of={query} size="s">
        {LOG.log_more}
      </MoreButton>
    </section>
  )
}
