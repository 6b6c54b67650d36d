import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MessageText, PathId, Time } from '../fields/fields.ts'
import { Ticket } from '../tickets.ts'

/** The label of the button, and the heading of its message in the conversation and the log. */
export const UNSOLVED = 'Не решено'

const TicketPath = z.object({ ticketId: PathId })

/** The restaurant's message when it reopens a ticket. */
export const Unsolved = z.object({ text: MessageText })

export const getReopening = endpoint({
  name: 'getReopening',
  summary: 'До какого времени закрытый тикет можно вернуть: «Не решено»',
  method: 'GET',
  path: 'help_desk/tickets/:ticketId/reopen/',
  auth: 'staff',
  params: TicketPath,
  /** null: the ticket is open, or it is too late. */
  answer: z.object({ until: Time.nullable() }),
  refusals: ['not_found'],
})

export const reopenOwnTicket = endpoint({
  name: 'reopenOwnTicket',
  summary: '«Не решено»: вернуть закрытый тикет своего ресторана, словами и с фото',
  method: 'POST',
  path: 'help_desk/tickets/:ticketId/reopen/',
  auth: 'staff',
  params: TicketPath,
  form: Unsolved,
  files: { field: 'files', kind: 'attachments' },
  answer: Ticket,
  refusals: ['not_found', 'ticket_open', 'too_late', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})
