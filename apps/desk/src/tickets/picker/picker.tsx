import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { hasNothing } from '@podmoga/web/query-error'
import { serverNow } from '@podmoga/web/session/clock'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSuggestions } from '../composer/suggestions.tsx'
import styles from '../filters/filters.module.css'
import { agentsQuery } from '../side/work.api.ts'
import { tagsQuery, topicsQuery } from '../team.api.ts'
import type { PickKind } from './pick-kinds.ts'
import { PICKER } from './picker.texts.ts'
import { choicesFor, type Picked } from './picks.ts'

export interface PickerProps {
  call: Call
  pick: PickKind
  me: string
  /** Undefined for a choice for many tickets; `count` is their number. */
  ticket: DeskTicket | undefined
  count: number
  onPick: (picked: Picked) => void
  onClose: () => void
}

/** Prefetches the lists and keeps them for the page's lifetime, so that the pickers work without a network. */
export const keepLists = async (call: Call, cache: QueryClient): Promise<void> => {
  const gcTime = Number.POSITIVE_INFINITY
  await cache.prefetchQuery({ ...agentsQuery(call), gcTime })
  await cache.prefetchQuery({ ...tagsQuery(call), gcTime })
  await cache.prefetchQuery({ ...topicsQuery(call), gcTime })
}

/** A picker opened by a hotkey: type to filter, arrows to move, Enter to choose. */
export function Picker({ call, pick, me, ticket, count, onPick, onClose }: PickerProps) {
  const [typed, setTyped] = useState('')
  const [now] = useState(serverNow)
  const [agentsQ, tagsQ, topicsQ] = [
    useQuery(agentsQuery(call)),
    useQuery(tagsQuery(call)),
    useQuery(topicsQuery(call)),
  ]
  const [agents, tags, businesses] = [agentsQ.data ?? [], tagsQ.data ?? [], topicsQ.data ?? []]
  const business = ticket?.business.id
  const from = {
    me,
    agents: agents.filter(({ business_ids }) => business === undefined || business_ids.includes(business)),
    tags,
    categories: businesses.find(({ id }) => id === business)?.categories ?? [],
    ticket,
    now,
  }
  const items = choicesFor(pick, from, typed)
  const list = { assign: agentsQ, tags: tagsQ, about: topicsQ, priority: null, snooze: null }[pick]
  const isComing = list?.isPending === true && !list.isPaused
  const isMissing = list !== null && hasNothing(list)
  const suggestions = useSuggestions({
    label: PICKER.title[pick],
    items,
    onPick: (key) => {
      const chosen = items.find((item) => item.key === key)
      onClose()
      if (chosen !== undefined) onPick(chosen.picked)
    },
    onLeave: onClose,
  })
  const whose = ticket === undefined ? PICKER.of_many(count) : PICKER.of_one(ticket.number)
  return (
    <Dialog title={`${PICKER.title[pick]}: ${whose}`} onClose={onClose}>
      <div className={styles.palette}>
        <TextField
          label={PICKER.title[pick]}
          hideLabel
          hint={PICKER.hint[ticket === undefined && pick === 'snooze' ? 'snooze_many' : pick]}
          autoFocus
          role="combobox"
          aria-expanded={items.length > 0}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => void suggestions.onKey(event)}
          {...suggestions.fieldProps}
        />
        {suggestions.list}
        <p role="status" className="t-small t-muted">
          {isMissing
            ? list.isError
              ? PICKER.failed
              : PICKER.offline
            : items.length > 0 || isComing
              ? ''
              : PICKER.none}
        </p>
      </div>
    </Dialog>
  )
}
