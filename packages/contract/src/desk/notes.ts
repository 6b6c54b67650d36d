import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, MessageText, PathId, Time } from '../fields/fields.ts'
import { Page, PageSize, paged } from '../page.ts'
import { Attachment } from '../tickets.ts'
import { Agent } from './tickets.ts'

/** An internal note in a ticket. Its field names differ from a message's, so that neither can be taken for the other. */
export const DeskNote = z.object({
  note_id: Id,
  note_text: z.string(),
  noted_at: Time,
  author_name: z.string(),
  author_image: z.string().nullable(),
  is_own: z.boolean(),
  /** The mentioned agents. */
  mentions: z.array(Agent),
  attachments: z.array(Attachment),
})
export type DeskNote = z.infer<typeof DeskNote>

/** The form of a note. `mentions`: agents' ids, separated by commas. */
export const NoteForm = z.object({
  text: MessageText,
  mentions: z
    .string()
    .regex(/^(?:[0-9]{1,18}(?:,[0-9]{1,18}){0,19})?$/)
    .default(''),
})

const TicketPath = z.object({ ticketId: PathId })

export const listNotes = endpoint({
  name: 'listNotes',
  summary: 'Заметки тикета, новые первыми; их видит только поддержка',
  method: 'GET',
  path: 'desk/tickets/:ticketId/notes/',
  auth: 'agent',
  params: TicketPath,
  query: z.object({ page: Page, page_size: PageSize }),
  answer: paged(DeskNote),
  compressed: true,
  refusals: ['not_found'],
})

export const addNote = endpoint({
  name: 'addNote',
  summary: 'Заметка для коллег, с файлами или без; в закрытый тикет тоже',
  method: 'POST',
  path: 'desk/tickets/:ticketId/notes/',
  auth: 'agent',
  params: TicketPath,
  form: NoteForm,
  files: { field: 'files', kind: 'attachments' },
  answer: DeskNote,
  refusals: ['not_found', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})
