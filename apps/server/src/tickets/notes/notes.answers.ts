import type { DeskNote } from '@podmoga/contract/desk/notes'
import type { FileLinks } from '../../files/file-links.ts'
import type { Person } from '../../http/principals.ts'
import { attachmentAnswer, iso, photoLink } from '../tickets.answers.ts'
import type { NoteRow } from './notes.sql.ts'

export const noteAnswer = (links: FileLinks, reader: Person, row: NoteRow): DeskNote => ({
  note_id: row.id,
  note_text: row.text,
  noted_at: iso(row.created_at),
  author_name: row.author_name,
  author_image: photoLink(links, reader, row.image_key),
  is_own: row.author_id === reader.person_id,
  mentions: row.mentions,
  attachments: row.files.map((file) => attachmentAnswer(links, reader, file)),
})
