import type { Call } from '@podmoga/contract/client'
import type { BulkAct } from '@podmoga/contract/desk/bulk'
import { Priority } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { useQuery } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import styles from '../filters/filters.module.css'
import type { Tab } from '../queue/queue-view.ts'
import { untilOf, WAITS } from '../side/snooze-times.ts'
import { agentsQuery } from '../side/work.api.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import { BULK, FATES } from './bulk.texts.ts'
import { useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

const TagDialog = lazyPart(() => import('../side/tag-dialog.tsx').then((module) => module.TagDialog))

interface BulkBarProps {
  call: Call
  /** The person's id. */
  me: string
  tab: Tab
  selection: Selection
}

/** What has become of the last tickets that were changed at once: how many, which not, and the way back. */
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
              onClick={() => void bulk.undo()}
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

interface BulkActsProps extends Pick<BulkBarProps, 'me' | 'tab' | 'selection'> {
  /** Whom the tickets can be given to, besides oneself. */
  agents: readonly { id: string; name: string }[]
  isBusy: boolean
  onAct: (what: BulkAct) => void
  onTags: () => void
}

/** What can be done with those that are picked. */
function BulkActs({ agents, me, tab, selection, isBusy, onAct, onTags }: BulkActsProps) {
  return (
    <div className={styles.bulkLine}>
      <strong>{BULK.picked(selection.picked.size)}</strong>
      <Button size="s" variant="ghost" onClick={selection.pickAll}>
        {BULK.pick_all}
      </Button>
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
                onAction: () => onAct({ do: 'snooze', until: untilOf(wait) }),
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
        entries={Priority.options.toReversed().map((priority) => ({
          key: priority,
          label: WORK.priority_name[priority],
          onAction: () => onAct({ do: 'priority', priority }),
        }))}
      />
      <Button size="s" variant="ghost" onClick={onTags}>
        {BULK.tags}
      </Button>
      {tab !== 'archive' && (
        <Button size="s" variant="secondary" isPending={isBusy} onClick={() => onAct({ do: 'close' })}>
          {BULK.close}
        </Button>
      )}
    </div>
  )
}

/** What can be done with the picked tickets, and what has just become of them. */
export function BulkBar({ call, me, tab, selection }: BulkBarProps) {
  const bulk = useBulk(call, selection.clear)
  const { data: agents = [] } = useQuery(agentsQuery(call))
  const [isTagOpen, setTagOpen] = useState(false)
  const { report, problem, isBusy } = bulk
  const ids = [...selection.picked]
  const act = (what: BulkAct) => void bulk.perform(ids, what)
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
          isBusy={isBusy}
          onAct={act}
          onTags={() => setTagOpen(true)}
        />
      )}
      {isTagOpen && (
        <TagDialog call={call} onTag={(what) => bulk.perform(ids, what)} onClose={() => setTagOpen(false)} />
      )}
    </section>
  )
}
