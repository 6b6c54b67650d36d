import type { JournalEntry } from '@podmoga/contract/desk/journal'
import { Button } from '@podmoga/ui/button/button'
import { formatFull } from '@podmoga/ui/lib/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import styles from '../business.module.css'
import { BUSINESS, JOURNAL } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { journalPartsQuery } from './journal.api.ts'

/** The entries of a bulk action. */
function Parts({ id }: { id: string }) {
  const { call } = useScope()
  const parts = useInfiniteQuery(journalPartsQuery(call, id))
  return (
    <div className={styles.parts}>
      <QueryView query={parts}>
        {({ pages }) => (
          <ul className={styles.list}>
            {pages.flatMap(({ results }) =>
              results.map((entry) => <JournalLine key={entry.id} entry={entry} />),
            )}
          </ul>
        )}
      </QueryView>
      <MoreButton of={parts}>{BUSINESS.more}</MoreButton>
    </div>
  )
}

/** One entry of the journal; a bulk action can be expanded. */
export function JournalLine({ entry }: { entry: JournalEntry }) {
  const [isOpen, setOpen] = useState(false)
  const { id, at, text, person, subject, ip, key, changes, has_parts } = entry
  const title = subject === null ? text : `${text}: ${subject}`
  const about = [
    formatFull(at),
    person ?? JOURNAL.system,
    key === null ? null : JOURNAL.by_key(key.name),
    ip === null ? null : JOURNAL.from(ip),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{title}</p>
        <p className="t-small t-muted">{about.filter(Boolean).join(' · ')}</p>
        {changes.length > 0 && (
          <dl className={styles.values}>
            {changes.map(({ name, before, after }) => (
              <div key={name}>
                <dt>{name}</dt>
                {before !== null && (
                  <dd>
                    {JOURNAL.before}: {before}
                  </dd>
                )}
                {after !== null && <dd>{before === null ? after : `${JOURNAL.after}: ${after}`}</dd>}
              </div>
            ))}
          </dl>
        )}
      </div>
      {has_parts && (
        <Button
          variant="ghost"
          size="s"
          aria-expanded={isOpen}
          aria-label={JOURNAL.parts_of(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {JOURNAL.parts}
        </Button>
      )}
      {isOpen && <Parts id={id} />}
    </li>
  )
}
