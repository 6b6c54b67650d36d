import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import type { RefObject } from 'react'
import type { ComposerPaneHandle } from './composer/composer-pane.tsx'
import type { TicketActions } from './palette/palette-items.ts'
import type { PickKind } from './picker/pick-kinds.ts'
import type { Picked } from './picker/picks.ts'
import { readView, ticketPath } from './queue/queue-view.ts'
import { TICKETS } from './tickets.texts.ts'
import type { TicketMutations } from './use-ticket-mutations.ts'
import { undoLast } from './workspace/last-undo.ts'
import type { Panes } from './workspace/use-panes.ts'
import type { Steps } from './workspace/use-steps.ts'

interface Open {
  ticketId: string | null
  /** Undefined until it has loaded. */
  ticket: DeskTicket | undefined
  me: string
  mutations: TicketMutations
  steps: Steps
  composer: RefObject<ComposerPaneHandle | null>
  panes: Panes
  heading: RefObject<HTMLElement | null>
  pick: (what: PickKind) => void
  choose: (ticket: DeskTicket, picked: Picked) => void
}

/** Actions of hotkeys and the palette on the open ticket; no-ops without one. */
export const ticketActions = ({ ticketId, ticket, me, ...section }: Open): TicketActions => {
  const { mutations, steps, composer, panes, heading } = section
  const close = async (thenNext: boolean) => {
    if (ticket === undefined || ticket.status === 'processed') return
    const next = steps.following(ticket.id)
    const isDone = await mutations.perform({ ticket_id: ticket.id, number: ticket.number, to: 'closed' })
    if (isDone && thenNext) steps.goOn(next)
  }
  return {
    pick: section.pick,
    undo: () => {
      if (undoLast()) announce(TICKETS.undone)
      else toast.info({ title: TICKETS.nothing_to_undo })
    },
    assignMe: () => ticket && section.choose(ticket, { do: 'assign', assignee: me }),
    close: () => void close(false),
    closeAndNext: () => void close(true),
    reopen: () =>
      void (ticket && mutations.perform({ ticket_id: ticket.id, number: ticket.number, to: 'open' })),
    reply: () => composer.current?.write('reply'),
    note: () => composer.current?.write('note'),
    copyLink: () => {
      if (ticketId === null) return
      const path = ticketPath(ticketId, readView(new URLSearchParams()))
      void copyText(`${location.origin}/desk${path}`, TICKETS.link_copied)
    },
    turnPane: (pane) => {
      if (ticketId === null) return
      // If the focus is in the pane being hidden, move it to the ticket.
      if (!panes.hidden.has(pane) && document.activeElement?.closest(`[data-pane="${pane}"]`))
        heading.current?.focus()
      panes.toggle(pane)
    },
  }
}
