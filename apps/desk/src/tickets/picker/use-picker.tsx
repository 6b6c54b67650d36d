import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PickKind } from './pick-kinds.ts'
import type { Picked } from './picks.ts'

const load = () => import('./picker.tsx')
const Picker = lazyPart(() => load().then((module) => module.Picker))

/** Prefetches the pickers' code and lists, so that choices can be made without a network. */
export const fetchLists = (call: Call, cache: QueryClient) =>
  load().then((module) => module.keepLists(call, cache))

interface PickerNeeds {
  call: Call
  me: string
  /** The open ticket; undefined until it has loaded. */
  ticket: DeskTicket | undefined
  /** Number of picked tickets. */
  count: number
  choose: (ticket: DeskTicket, picked: Picked) => void
}

/** The pickers, for all picked tickets or for the open one. Their code is loaded with the first. */
export function usePicker({ call, me, ticket, count, choose }: PickerNeeds) {
  const [picking, setPicking] = useState<PickKind | null>(null)
  const ofMany = useRef<((picked: Picked) => void) | null>(null)
  const isMany = count > 0
  return {
    /** Handler of choices for all picked tickets. */
    ofMany,
    pick: (what: PickKind): void => {
      // Topics differ between businesses: there is no common list for many tickets.
      if (isMany ? what !== 'about' : ticket !== undefined) setPicking(what)
    },
    list: picking !== null && (
      <Picker
        call={call}
        pick={picking}
        me={me}
        ticket={isMany ? undefined : ticket}
        count={count}
        onPick={(picked) => {
          if (isMany) ofMany.current?.(picked)
          else if (ticket !== undefined) choose(ticket, picked)
        }}
        onClose={() => setPicking(null)}
      />
    ),
  }
}
