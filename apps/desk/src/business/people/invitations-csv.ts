import { formatDay } from '@podmoga/ui/lib/dates'
import { INVITE_MANY } from './invite-many.texts.ts'
import type { InvitedMany } from './invite-many-dialog.tsx'

/** What a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** Invitations as a file that spreadsheets of this country open: a byte order mark, semicolons. */
export const invitationsCsv = (rows: InvitedMany['results']): string =>
  `\u{feff}${[
    INVITE_MANY.columns,
    ...rows.map(({ restaurant, name, login, link, expires_at }) => [
      restaurant ?? '',
      name,
      login,
      link,
      formatDay(expires_at),
    ]),
  ]
    .map((row) => `${row.map(cell).join(';')}\r\n`)
    .join('')}`
