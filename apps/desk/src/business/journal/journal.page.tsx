import type { JournalEntry } from '@podmoga/contract/desk/journal'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS, JOURNAL } from '../business.texts.ts'
import { PersonFilter } from '../people/person-filter.tsx'
import { ANY, useAddressFilter } from '../people/use-address-filter.ts'
import { QueryView } from '../query-view.tsx'
import { exportJournal, journalEventsQuery, journalQuery } from './journal.api.ts'
import { saveDownload } from './save-download.ts'

const NAMES = ['event', 'person', 'whom', 'since', 'until'] as const

function Line({ entry }: { entry: JournalEntry }) {
  const { at, text, person, subject, ip, key, changes } = entry
  const about = [
    formatFull(at),
    person ?? JOURNAL.system,
    key === null ? null : JOURNAL.by_key(key.name),
    ip === null ? null : JOURNAL.from(ip),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{subject === null ? text : `${text}: ${subject}`}</p>
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
    </li>
  )
}

/** Who did what in the business, to whom and when, the newest first. */
export function JournalPage() {
  const { call } = useScope()
  const { filter, set } = useAddressFilter(NAMES)
  const journal = useInfiniteQuery({ ...journalQuery(call, filter), placeholderData: keepPreviousData })
  const { data: known } = useQuery(journalEventsQuery(call))
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const save = async () => {
    const file = await run(() => exportJournal(call, filter))
    if (file !== null) saveDownload(file)
  }
  const events = known?.events.map(({ event, text }) => ({ key: event, name: text })) ?? []
  return (
    <AdminPage
      title={BUSINESS.journal}
      tools={
        <Button
          variant="secondary"
          icon={<Download size={20} aria-hidden />}
          isPending={isPending}
          onClick={() => void save()}
        >
          {JOURNAL.export}
        </Button>
      }
    >
      <div className={styles.filters}>
        <Select
          label={JOURNAL.event}
          options={[{ key: ANY, name: JOURNAL.any_event }, ...events]}
          value={filter.event || ANY}
          onChange={({ target }) => set('event', target.value)}
        />
        <PersonFilter label={JOURNAL.who} value={filter.person} onChange={(id) => set('person', id)} />
        <PersonFilter label={JOURNAL.whom} value={filter.whom} onChange={(id) => set('whom', id)} />
        <TextField
          type="date"
          label={JOURNAL.since}
          value={filter.since}
          onChange={({ target }) => set('since', target.value)}
        />
        <TextField
          type="date"
          label={JOURNAL.until}
          value={filter.until}
          onChange={({ target }) => set('until', target.value)}
        />
      </div>
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
      <MoreButton of={journal}>{BUSINESS.more}</MoreButton>
    </AdminPage>
  )
}
