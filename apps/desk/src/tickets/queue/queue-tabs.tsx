import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WORK } from '../side/work.texts.ts'
import { countsQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import styles from './queue.module.css'
import type { QueueView } from './queue-view.ts'

/** The views shown as tabs: by state and by assignee. */
const TABS = ['waiting', 'mine', 'free', 'snoozed', 'open', 'archive'] as const
export type QueueTab = (typeof TABS)[number]

/** A label of which a narrow row shows only the first word. */
const first = (words: string, rest: string | undefined): ReactNode => {
  const at = words.indexOf(' ')
  return (
    <>
      {words.slice(0, at)}
      <span className={rest}>{words.slice(at)}</span>
    </>
  )
}

const NAMES: Record<QueueTab, ReactNode> = {
  waiting: first(TICKETS.waiting_tab, styles.second),
  mine: WORK.whose_name.mine,
  free: WORK.whose_name.free,
  snoozed: TICKETS.snoozed_tab,
  open: first(TICKETS.open_tab, 'visually-hidden'),
  archive: TICKETS.archive_tab,
}

/** The tab of a view. */
const tabIn = ({ tab, whose }: QueueView): QueueTab => (tab === 'archive' ? tab : (whose ?? tab))

/** The view switched to another tab, keeping filters but not a ticket number. */
export const viewAt = ({ whose: _, ...view }: QueueView, tab: QueueTab): QueueView => {
  const next = { ...view, number: null }
  return tab === 'waiting' || tab === 'open' || tab === 'archive'
    ? { ...next, tab }
    : { ...next, tab: 'open', whose: tab }
}

const MOST = 999
/** Rendered before the count has loaded too, to avoid a layout shift. */
const Count = ({ of }: { of: number | null | undefined }) => (
  <span className={styles.count}>{of === null || of === undefined ? '' : of > MOST ? `${MOST}+` : of}</span>
)

/** The tabs with their ticket counts; `waiting` is the list's own count. */
export function useQueueTabs(view: QueueView, waiting: number | null) {
  const { data: counts } = useQuery(countsQuery())
  const counted: Partial<Record<QueueTab, number | null | undefined>> = {
    waiting,
    mine: counts?.mine,
    free: counts?.free,
  }
  const tabs = TABS.map((key) => ({
    key,
    label: (
      <span className={styles.tab}>
        {NAMES[key]} {key in counted && <Count of={counted[key]} />}
      </span>
    ),
  }))
  return { tabs, selected: tabIn(view) }
}
