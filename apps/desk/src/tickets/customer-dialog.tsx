import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { CustomerCard } from './customer-card.tsx'
import type { QueueView } from './queue-view.ts'
import { TICKETS } from './tickets.texts.ts'

interface CustomerDialogProps {
  ticket: DeskTicket
  view: QueueView
  onClose: () => void
}

/** The customer where there is no room for a third pane. */
export function CustomerDialog({ ticket, view, onClose }: CustomerDialogProps) {
  return (
    <Dialog title={TICKETS.customer} onClose={onClose}>
      <CustomerCard ticket={ticket} view={view} onLeave={onClose} />
    </Dialog>
  )
}
