import { announce } from '@podmoga/ui/live-region/live-region'
import { stored } from '@podmoga/web/stored'
import { useState } from 'react'
import { TICKETS } from '../tickets.texts.ts'

/** The panes beside the conversation: the queue before it, the customer after it. */
export type Pane = 'queue' | 'customer'

const KEY = 'desk:hidden-panes'

const keptPanes = (): ReadonlySet<Pane> => {
  const kept = (stored.get(KEY) ?? '').split(' ')
  return new Set((['queue', 'customer'] as const).filter((pane) => kept.includes(pane)))
}

/** Which panes beside an open ticket are hidden; kept on this device. */
export function usePanes() {
  const [hidden, setHidden] = useState(keptPanes)
  const toggle = (pane: Pane) => {
    const next = new Set(hidden)
    const isHidden = !next.delete(pane)
    if (isHidden) next.add(pane)
    stored.set(KEY, next.size === 0 ? null : [...next].join(' '))
    setHidden(next)
    announce(TICKETS.pane[pane][isHidden ? 'hidden' : 'shown'])
  }
  return { hidden, toggle }
}

export type Panes = ReturnType<typeof usePanes>
