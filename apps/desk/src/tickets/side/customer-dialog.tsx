import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import type { QueueView } from '../queue/queue-view.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { CustomerCard } from './customer-card.tsx'
import { TicketSide } from './ticket-side.tsx'

interface CustomerDialogProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  mutations: TicketMutations
  go: (path: string) => void
  /** Inserts text into the composer; undefined if there is none. */
  onInsert: ((words: string) => void) | undefined
  onClose: () => void
}

/** The customer pane as a dialog, for windows too narrow for a third pane. */
export function CustomerDialog({
  call,
  ticket,
  view,
  mutations,
  go,
  onInsert,
  onClose,
}: CustomerDialogProps) {
  return (
    <Dialog title={TICKETS.customer} onClose={onClose}>
      <CustomerCard ticket={ticket} view={view} onLeave={onClose} />
      <TicketSide
        call={call}
        ticket={ticket}
        view={view}
        mutations={mutations}
        go={(path) => {
          onClose()
          go(path)
        }}
        onLeave={onClose}
        onInsert={
          onInsert &&
          ((words) => {
            onClose()
            onInsert(words)
          })
        }
      />
    </Dialog>
  )
}
