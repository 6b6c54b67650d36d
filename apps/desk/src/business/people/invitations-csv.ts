import { formatDay } from '@podmoga/ui/lib/dates'
import { csvOf } from '../journal/csv.ts'
import { INVITE_MANY } from './invite-many.texts.ts'
import type { InvitedMany } from './invite-many-dialog.tsx'

/** Formats invitations as CSV. */
export const invitationsCsv = (rows: InvitedMany['results']): string =>
  csvOf([
    INVITE_MANY.columns,
    ...rows.map(({ restaurant, name, login, link, expires_at }) => [
      restaurant ?? '',
      name,
      login,
      link,
      formatDay(expires_at),
    ]),
  ])
