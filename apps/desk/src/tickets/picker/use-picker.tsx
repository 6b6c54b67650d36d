import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PickKind } from './pick-kinds.ts'
import type { Picked } from './picks.ts'

const load = () => import('./picker.tsx')
const Picker = lazyPart(() => load().then((module) => module.Picker))

/** Brings the lists, by which what waits for a network is chosen without one, and what stands in them. */
export const fetchLists = (call: Call, cache: QueryClient) =>
  load().then((module) => module.keepLists(call, cache))

interface PickerNeeds {
  call: Call
  me: string
  /** The open one; undefined until it has come. */
  ticket: DeskTicket | undefined
  /** How many are picked. */
  count: number
  choose: (ticket: DeskTicket, picked: Picked) => void
}

/** The small lists: for all that are picked, or for the open ticket. Their code comes with the first of them. */
export function usePicker({ call, me, ticket, count, choose }: PickerNeeds) {
  const [picking, setPicking] = useState<PickKind | null>(null)
  const ofMany = useRef<((picked: Picked) => void) | null>(null)
  const isMany = count > 0
  return {
    /** Where a choice for all that are picked goes. */
    ofMany,
    pick: (what: PickKind): void => {
      // Topics are a business's own: of many tickets there is none to choose from.
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
