import * as calls from '@podmoga/contract/desk/admin'
import type { Deps } from '../deps.ts'
import { rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { type JournalRow, listJournalRows } from './business.journal.sql.ts'

/** What an admin reads for each event of the journal. */
const EVENTS: Record<string, string> = {
  business_created: 'Создан бизнес',
  person_invited: 'Отправлено приглашение',
  person_imported: 'Внесён из файла',
  invitation_accepted: 'Приглашение принято',
  password_link_made: 'Сделана ссылка для нового пароля',
  password_set: 'Задан новый пароль по ссылке',
  access_changed: 'Изменены рестораны или роли',
  second_step_reset: 'Сброшен второй шаг входа',
  person_disabled: 'Сотрудник отключён',
  person_enabled: 'Сотрудник возвращён',
  poster_made: 'Сделан плакат ресторана',
  poster_revoked: 'Отозван плакат ресторана',
  newcomer_admitted: 'Принят по плакату',
  newcomer_refused: 'Отказано в доступе по плакату',
  newcomer_joined: 'Вошёл по плакату',
  restaurant_added: 'Добавлен ресторан',
  restaurant_changed: 'Изменён ресторан',
  restaurant_archived: 'Ресторан в архиве',
  restaurant_restored: 'Ресторан возвращён из архива',
  handbook_changed: 'Изменён справочник',
  settings_changed: 'Изменены настройки',
  knowledge_filled: 'База знаний наполнена стартовыми материалами',
}

const entryOf = (row: JournalRow): calls.JournalEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  event: row.event,
  text: EVENTS[row.event] ?? row.event,
  person: row.person,
  subject: row.subject_name ?? row.subject,
  ip: row.ip,
  session: row.session_id,
  before: row.before,
  after: row.after,
})

/** Who did what in a business. Nothing secret is ever written there, and nothing is ever taken out. */
export const journalRoutes = (on: On, { sql }: Deps): void => {
  on(calls.listJournal, async ({ who, query }) => {
    const { page_size } = query
    const rows = await listJournalRows(sql, {
      business_id: who.business_id,
      event: query.event ?? null,
      person_id: query.person === undefined ? null : rowId(query.person),
      from: query.from === undefined ? null : new Date(query.from),
      to: query.to === undefined ? null : new Date(query.to),
      after: query.after === undefined ? null : rowId(query.after),
      limit: page_size + 1,
    })
    const page = rows.slice(0, page_size)
    return { results: page.map(entryOf), next: rows.length > page_size ? (page.at(-1)?.id ?? null) : null }
  })
}
