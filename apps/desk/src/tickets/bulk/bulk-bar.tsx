import type { Call } from '@podmoga/contract/client'
import type { BulkAct } from '@podmoga/contract/desk/bulk'
import { Priority } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { useQuery } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from '../filters/filters.module.css'
import type { Picked } from '../picker/picks.ts'
import type { Tab } from '../queue/queue-view.ts'
import type { Queue } from '../queue/use-queue.ts'
import { untilOf, WAITS } from '../side/snooze-times.ts'
import { agentsQuery } from '../side/work.api.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import { BULK, FATES } from './bulk.texts.ts'
import { PICK_MAX, type SeenCounts, useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

const MacroDialog = lazyPart(() => import('../macros/macro-dialog.tsx').then((module) => module.MacroDialog))
const TagDialog = lazyPart(() => import('../side/tag-dialog.tsx').then((module) => module.TagDialog))

interface BulkBarProps {
  call: Call
  /** The person's id. */
  me: string
  tab: Tab
  selection: Selection
  queue: Pick<Queue, 'total' | 'loadAll' | 'rows'>
  /** Set to the handler of choices made for all picked tickets in a picker opened by a hotkey. */
  ofMany: RefObject<((picked: Picked) => void) | null>
}

/** Result of the last bulk action: how many tickets it changed, which ones failed, and undo. */
function BulkReport({ bulk }: { bulk: ReturnType<typeof useBulk> }) {
  const { report, isBusy } = bulk
  const failed = report?.failed ?? []
  return (
    <div role="status">
      {report !== null && (
        <p className={styles.bulkLine} {...bulk.hold}>
          <strong>{BULK.done_with(report.done)}</strong>
          {report.undo.length > 0 && (
            <Button
              size="s"
              variant="ghost"
              isPending={isBusy}
              icon={<Undo2 size={18} aria-hidden />}
              onClick={bulk.undo}
            >
              {BULK.undo}
            </Button>
          )}
          <Button size="s" variant="ghost" icon={<Check size={18} aria-hidden />} onClick={bulk.dismiss}>
            {BULK.dismiss}
          </Button>
        </p>
      )}
      {failed.length > 0 && (
        <>
          <p className="t-small">{BULK.not_done(failed.length)}</p>
          <ul className={styles.fates}>
            {failed.map(({ id, number, fate }) => (
              <li key={id}>
                №{number ?? id}: {fate === 'done' || fate === 'same' ? '' : FATES[fate]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface BulkActsProps extends Pick<BulkBarProps, 'me' | 'tab' | 'selection' | 'queue'> {
  /** Agents other than the person themselves. */
  agents: readonly { id: string; name: string }[]
  isBusy: boolean
  onAct: (what: BulkAct) => void
  onTags: () => void
  onMacros: () => void
}

/** Buttons of the bulk actions. */
function BulkActs({ agents, me, tab, selection, queue, isBusy, onAct, onTags, onMacros }: BulkActsProps) {
  const [isLoading, setLoading] = useState(false)
  const total = Math.max(queue.total ?? 0, selection.picked.size)
  const pickAll = async () => {
    setLoading(true)
    selection.pickAll(await queue.loadAll(PICK_MAX))
    setLoading(false)
  }
  return (
    <div className={styles.bulkLine}>
      <strong>{BULK.picked(selection.picked.size)}</strong>
      {selection.picked.size < Math.min(total, PICK_MAX) && (
        <Button size="s" variant="ghost" isPending={isLoading} onClick={() => void pickAll()}>
          {total > PICK_MAX ? BULK.pick_first(PICK_MAX) : BULK.pick_all(total)}
        </Button>
      )}
      <Button size="s" variant="ghost" icon={<X size={18} aria-hidden />} onClick={selection.clear}>
        {BULK.unpick}
      </Button>
      {tab === 'archive' ? (
        <Button size="s" variant="secondary" isPending={isBusy} onClick={() => onAct({ do: 'reopen' })}>
          {BULK.reopen}
        </Button>
      ) : (
        <>
          <MenuButton
            trigger={BULK.give}
            menuLabel={BULK.give}
            placement="top start"
            entries={[
              { key: 'me', label: BULK.to_me, onAction: () => onAct({ do: 'assign', assignee: me }) },
              {
                key: 'none',
                label: BULK.to_nobody,
                onAction: () => onAct({ do: 'assign', assignee: null }),
              },
              ...agents.map(({ id, name }) => ({
                key: id,
                label: name,
                onAction: () => onAct({ do: 'assign', assignee: id }),
              })),
            ]}
          />
          <MenuButton
            trigger={BULK.put_off}
            menuLabel={BULK.put_off}
            placement="top start"
            entries={[
              ...WAITS.map((wait) => ({
                key: wait,
                label: TEAM.snooze_for[wait],
                onAction: () => onAct({ do: 'snooze', until: untilOf(wait, undefined) }),
              })),
              { key: 'wake', label: BULK.wake, onAction: () => onAct({ do: 'snooze', until: null }) },
            ]}
          />
        </>
      )}
      <MenuButton
        trigger={BULK.press}
        menuLabel={BULK.press}
        placement="top start"
        entries={[...Priority.options].reverse().map((priority) => ({
          key: priority,
          label: WORK.priority_name[priority],
          onAction: () => onAct({ do: 'priority', priority }),
        }))}
      />
      <Button size="s" variant="ghost" onClick={onTags}>
        {BULK.tags}
      </Button>
      {tab !== 'archive' && (
        <Button size="s" variant="ghost" onClick={onMacros}>
          {BULK.macro}
        </Button>
      )}
      {tab !== 'archive' && (
        <Button size="s" variant="secondary" isPending={isBusy} onClick={() => onAct({ do: 'close' })}>
          {BULK.close}
        </Button>
      )}
    </div>
  )
}

/** Returns a getter of the number of messages each picked ticket had when it was picked. */
function useSeenCounts(picked: Selection['picked'], rows: Queue['rows']): () => SeenCounts {
  const counts = useRef(new Map<string, number>())
  useEffect(() => {
    const known = counts.current
    for (const id of known.keys()) if (!picked.has(id)) known.delete(id)
    if (picked.size === known.size) return
    for (const { item } of rows)
      if (picked.has(item.id) && !known.has(item.id) && item.message_count !== undefined)
        known.set(item.id, item.message_count)
  }, [picked, rows])
  return () => counts.current
}

/** Bulk actions on the picked tickets, and the result of the last one. */
export function BulkBar({ call, me, tab, selection, queue, ofMany }: BulkBarProps) {
  const seen = useSeenCounts(selection.picked, queue.rows)
  const bulk = useBulk(call, { onDone: selection.clear, seen })
  const { data: agents = [] } = useQuery(agentsQuery(call))
  const [isTagOpen, setTagOpen] = useState(false)
  const [isMacrosOpen, setMacrosOpen] = useState(false)
  const { report, problem, isBusy } = bulk
  const ids = [...selection.picked]
  const act = (what: BulkAct) => void bulk.perform(ids, what)
  useEffect(() => {
    ofMany.current = (picked) => {
      if (picked.do !== 'about') act(picked)
    }
    return () => {
      ofMany.current = null
    }
  })
  if (ids.length === 0 && report === null && problem === null) return null
  return (
    <section className={styles.bulk} aria-label={BULK.bulk} aria-busy={isBusy}>
      <BulkReport bulk={bulk} />
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      {ids.length > 0 && (
        <BulkActs
          agents={agents.filter(({ id }) => id !== me)}
          me={me}
          tab={tab}
          selection={selection}
          queue={queue}
          isBusy={isBusy}
          onAct={act}
          onTags={() => setTagOpen(true)}
          onMacros={() => setMacrosOpen(true)}
        />
      )}
      {isMacrosOpen && (
        <MacroDialog call={call} tickets={ids} seen={seen()} onClose={() => setMacrosOpen(false)} />
      )}
      {isTagOpen && (
        <TagDialog call={call} onTag={(what) => bulk.perform(ids, what)} onClose={() => setTagOpen(false)} />
      )}
    </section>
  )
}
