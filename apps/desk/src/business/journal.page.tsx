import type { JournalEntry } from '@podmoga/contract/desk/admin'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { usePlace } from '../lib/place.tsx'
import { journalQuery } from './business.api.ts'
import styles from './business.module.css'
import { BUSINESS, JOURNAL } from './business.texts.ts'
import { QueryView } from './query-view.tsx'
import { Room } from './room.tsx'

const wordsOf = (values: NonNullable<JournalEntry['after']>): string =>
  Object.values(values)
    .flat()
    .filter((value) => value !== null && value !== '')
    .join(', ') || '—'

function Line({ entry }: { entry: JournalEntry }) {
  const { at, text, person, subject, ip, before, after } = entry
  const about = [formatFull(at), person ?? JOURNAL.system, ip === null ? null : JOURNAL.from(ip)]
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{subject === null ? text : `${text}: ${subject}`}</p>
        <p className="t-small t-muted">{about.filter(Boolean).join(' · ')}</p>
        {(before !== null || after !== null) && (
          <dl className={styles.values}>
            {before !== null && (
              <>
                <dt>{JOURNAL.before}</dt>
                <dd>{wordsOf(before)}</dd>
              </>
            )}
            {after !== null && (
              <>
                <dt>{JOURNAL.after}</dt>
                <dd>{wordsOf(after)}</dd>
              </>
            )}
          </dl>
        )}
      </div>
    </li>
  )
}

/** Who did what in the business, the newest first. */
export function JournalPage() {
  const { call } = usePlace()
  const journal = useInfiniteQuery(journalQuery(call))
  return (
    <Room title={BUSINESS.journal}>
      <QueryView query={journal}>
        {({ pages }) => {
          const entries = pages.flatMap(({ results }) => results)
          return entries.length === 0 ? (
            <EmptyState text={JOURNAL.empty} />
          ) : (
            <ul className={styles.list}>
              {entries.map((entry) => (
                <Line key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      {journal.hasNextPage && (
        <Button
          variant="secondary"
          isPending={journal.isFetchingNextPage}
          onClick={() => void journal.fetchNextPage()}
        >
          {BUSINESS.more}
        </Button>
      )}
    </Room>
  )
}
