import { quoted } from '@podmoga/contract/fields/quoted'
import { paths } from '@podmoga/contract/staff-pages'
import type { LinkLetter } from '../../ports/domains/letters.ts'
import type { DueRow } from './queue.sql.ts'

const TEXT_MAX = 140

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= TEXT_MAX
    ? line
    : `${letters
        .slice(0, TEXT_MAX - 1)
        .join('')
        .trimEnd()}…`
}

const titleOf = ({ kind, message_id }: Pick<DueRow, 'kind' | 'message_id'>): string =>
  kind === 'handover'
    ? 'Вам передали смену'
    : kind === 'answer'
      ? 'Поддержка ответила'
      : message_id === null
        ? 'Тикет закрыт'
        : 'Поддержка ответила и закрыла тикет'

/** The page of the staff app that a notice opens. */
export const noticePath = ({
  restaurant_id,
  ticket_id,
}: Pick<DueRow, 'restaurant_id' | 'ticket_id'>): string =>
  ticket_id === null ? paths.shift(restaurant_id) : paths.ticket(restaurant_id, ticket_id)

/** The text for a locked screen: source and subject; the message itself only for those who have asked for it. */
export const notificationWords = (row: DueRow): { title: string; body: string } => {
  const about = row.number === null ? row.restaurant : `Тикет № ${row.number} · ${row.restaurant}`
  const text = row.shows_text === true && row.text !== null ? `${shortened(row.text)}\n` : ''
  return { title: titleOf(row), body: text + about }
}

/** The same as an e-mail: never with the message itself, since e-mails are kept. */
export const notificationLetter = (row: DueRow, public_url: string): LinkLetter => ({
  subject: titleOf(row),
  lines: [`${titleOf(row)}: тикет № ${row.number}, ${quoted(row.restaurant)}.`],
  link: public_url + noticePath(row),
  label: 'Открыть тикет',
  last: 'Такие письма включены в вашем профиле, в разделе «Уведомления». Там же их можно выключить.',
})
