import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { copyText } from '@podmoga/ui/lib/copy-text'
import type { RefObject } from 'react'
import type { ComposerPaneHandle } from './composer/composer-pane.tsx'
import type { TicketActions } from './palette/palette-items.ts'
import { readView, ticketPath } from './queue/queue-view.ts'
import type { Work } from './side/use-work.ts'
import { TICKETS } from './tickets.texts.ts'
import type { TicketMutations } from './use-ticket-mutations.ts'
import type { Panes } from './workspace/use-panes.ts'
import type { Steps } from './workspace/use-steps.ts'

interface Open {
  ticketId: string | null
  /** Undefined until it has come. */
  ticket: DeskTicket | undefined
  me: string
  mutations: TicketMutations
  work: Work
  steps: Steps
  composer: RefObject<ComposerPaneHandle | null>
  panes: Panes
  heading: RefObject<HTMLElement | null>
}

/** What keys and the palette do with the open ticket; without one, nothing. */
export const ticketActions = ({ ticketId, ticket, me, ...section }: Open): TicketActions => {
  const { mutations, work, steps, composer, panes, heading } = section
  const close = async (thenNext: boolean) => {
    if (ticket === undefined || ticket.status === 'processed') return
    const next = steps.following(ticket.id)
    const isDone = await mutations.perform({ ticket_id: ticket.id, number: ticket.number, to: 'closed' })
    if (isDone && thenNext) steps.goOn(next)
  }
  return {
    assignMe: () => void (ticket && work.assignMe(ticket, me)),
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
      // Whoever stands in what goes away goes on in the ticket.
      if (!panes.hidden.has(pane) && document.activeElement?.closest(`[data-pane="${pane}"]`))
        heading.current?.focus()
      panes.toggle(pane)
    },
  }
}
