import type { JournalEntry } from '@podmoga/contract/desk/journal'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { dayKey, formatDay } from '@podmoga/ui/lib/dates'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { MoreButton } from '../../lib/more-button.tsx'
import { saveDownload } from '../../lib/save-download.ts'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS, JOURNAL } from '../business.texts.ts'
import { PersonFilter } from '../people/person-filter.tsx'
import { ANY, useAddressFilter } from '../people/use-address-filter.ts'
import { QueryView } from '../query-view.tsx'
import { exportJournal, journalEventsQuery, journalQuery } from './journal.api.ts'
import { JournalLine } from './journal-line.tsx'

const NAMES = ['area', 'event', 'person', 'whom', 'since', 'until'] as const

const byDay = (entries: readonly JournalEntry[]): [day: string, entries: JournalEntry[]][] => {
  const days = new Map<string, JournalEntry[]>()
  for (const entry of entries) {
    const day = dayKey(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

/** Audit journal of the business, the newest first. */
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
  const areas = known?.areas.map(({ area, text }) => ({ key: area, name: text })) ?? []
  const events =
    known?.events
      .filter(({ area }) => filter.area === '' || area === filter.area)
      .map(({ event, text }) => ({ key: event, name: text })) ?? []
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
          label={JOURNAL.area}
          options={[{ key: ANY, name: JOURNAL.any_area }, ...areas]}
          value={filter.area || ANY}
          onChange={({ target }) => set('area', target.value, ['event'])}
        />
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
            <div className={styles.stack}>
              {byDay(entries).map(([day, ofDay]) => (
                <section key={day} className={styles.list}>
                  <h2 className="t-h3">{formatDay(`${day}T12:00:00`)}</h2>
                  <ul className={styles.list}>
                    {ofDay.map((entry) => (
                      <JournalLine key={entry.id} entry={entry} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }}
      </QueryView>
      <MoreButton of={journal}>{BUSINESS.more}</MoreButton>
    </AdminPage>
  )
}
