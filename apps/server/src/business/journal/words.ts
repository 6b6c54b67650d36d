import { quoted } from '@podmoga/contract/fields/quoted'
import { SETTING_TEXTS } from '@podmoga/contract/settings.texts'
import { isRowId } from '../../http/refuse.ts'
import { timezonePlace } from '../restaurants/timezones.ts'

/** What an admin reads for each event of the journal. */
export const EVENTS: Record<string, string> = {
  business_created: 'Создан бизнес',
  person_invited: 'Отправлено приглашение',
  person_imported: 'Внесён из файла',
  invitation_accepted: 'Приглашение принято',
  password_link_made: 'Сделана ссылка для нового пароля',
  password_set: 'Задан новый пароль по ссылке',
  access_changed: 'Изменены рестораны или роли',
  api_key_added: 'Создан ключ API',
  api_key_revoked: 'Отозван ключ API',
  provider_added: 'Добавлен провайдер входа',
  provider_changed: 'Изменён провайдер входа',
  provider_removed: 'Убран провайдер входа',
  provider_linked: 'Вошёл через провайдера впервые',
  provider_joined: 'Принят по входу через провайдера',
  provider_refused: 'Отказано во входе через провайдера',
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
  restaurants_grouped: 'Изменены группы ресторанов',
  device_added: 'Добавлено устройство',
  device_changed: 'Изменено устройство',
  device_archived: 'Устройство в архиве',
  device_restored: 'Устройство возвращено из архива',
  devices_imported: 'Внесены устройства из файла',
  handbook_changed: 'Изменён справочник',
  settings_changed: 'Изменены настройки',
  service_levels_changed: 'Изменены сроки ответа',
  incident_begun: 'Отмечен инцидент',
  incident_updated: 'Новое об инциденте',
  incident_ended: 'Инцидент закончен',
  incident_answered: 'Ответ на тикеты инцидента',
  groups_changed: 'Изменены группы агентов',
  rules_changed: 'Изменены правила',
  knowledge_filled: 'База знаний наполнена стартовыми материалами',
  journal_exported: 'Выгружен журнал',
  figures_exported: 'Выгружены показатели',
  tickets_exported: 'Выгружены тикеты',
  people_exported: 'Выгружены сотрудники',
  data_exported: 'Выгружены данные человека',
  erasure_asked: 'Просьба удалить свои данные',
  erasure_refused: 'В удалении данных отказано',
  person_erased: 'Данные человека удалены',
  retention_run: 'Удалены старые тикеты',
  operator_changed_business: 'Оператор изменил условия бизнеса',
  operator_read_ticket: 'Оператор прочитал тикет',
}

/** The names of what changes, as an admin knows them from the screens. */
const FIELDS: Record<string, string> = {
  name: 'Название или имя',
  network: 'Сеть',
  restaurant: 'Ресторан',
  restaurant_id: 'Ресторан',
  issuer: 'Адрес провайдера',
  client_id: 'Client ID',
  client_secret: 'Секрет',
  redirect_uri: 'Адрес возврата',
  is_enabled: 'Включён',
  creates: 'Заводит новых сотрудников',
  domains: 'Домены почты',
  prefix: 'Начало ключа',
  scopes: 'Что может ключ',
  restaurants: 'Рестораны',
  desk_roles: 'В рабочем месте',
  send: 'Приглашение',
  added: 'Добавлено',
  removed: 'Убрано',
  kind: 'Вид',
  model: 'Модель',
  serial: 'Серийный номер',
  place: 'Место',
  photo: 'Фото',
  timezone: 'Часовой пояс',
  city: 'Город',
  restaurant_chain: 'Бренд',
  restaurant_groups: 'Группы',
  group_added: 'В группы',
  group_removed: 'Из групп',
  hours: 'Часы работы',
  groups: 'Группы',
  rules: 'Правила',
  topics: 'Строки',
  targets: 'Сроки в минутах: первый ответ / следующий / решение',
  ...Object.fromEntries(
    Object.entries(SETTING_TEXTS).map(([name, { label, journal = label }]) => [name, journal]),
  ),
  logo: 'Логотип',
  keep_tickets_months: 'Сколько месяцев хранить закрытые тикеты',
  keep_files_months: 'Сколько месяцев хранить файлы закрытых тикетов',
  paid_until: 'Оплачено до',
  people_max: 'Людей не больше',
  restaurants_max: 'Ресторанов не больше',
  reason: 'Причина',
  number: 'Номер тикета',
  incident: 'Инцидент',
  said: 'Что сказано',
  tickets: 'Тикетов',
  files: 'Файлов',
  rows: 'Строк',
  people: 'Людей',
  format: 'Вид файла',
}

// The database keeps no order of its own.
const ORDER = new Map(Object.keys(FIELDS).map((field, at) => [field, at]))
const placeOf = (field: string): number => ORDER.get(field) ?? ORDER.size

const VALUES: Record<string, string> = {
  staff: 'сотрудник',
  manager: 'управляющий',
  agent: 'агент',
  editor: 'редактор',
  admin: 'администратор',
  roles: 'роли и выгрузки',
  scim: 'каталог сотрудников (SCIM)',
  link: 'ссылкой',
  email: 'письмом',
  sms: 'по SMS',
  true: 'да',
  false: 'нет',
}

/** Fields that hold restaurants by their ids, as `12` or `12 manager`, beside roles. */
const OF_RESTAURANTS = new Set(['restaurants', 'restaurant_id', 'added', 'removed'])

const wordOf = (field: string, value: unknown, names: ReadonlyMap<string, string>): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map((one) => wordOf(field, one, names)).join(', ') || '—'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (field === 'timezone') return timezonePlace(text)
  if (!OF_RESTAURANTS.has(field)) return VALUES[text] ?? text
  const [id = '', role] = text.split(' ')
  const name = names.get(id)
  if (name === undefined) return VALUES[text] ?? text
  return role === undefined ? quoted(name) : `${quoted(name)} (${VALUES[role] ?? role})`
}

type Values = Record<string, unknown> | null

/** The ids of restaurants that the values speak of. */
export const restaurantsIn = (...all: readonly Values[]): string[] =>
  all.flatMap((values) =>
    Object.entries(values ?? {})
      .filter(([field]) => OF_RESTAURANTS.has(field))
      .flatMap(([, value]) => value)
      .map((one) => String(one).split(' ')[0] ?? '')
      .filter(isRowId),
  )

/** What changed, in words: each field with what it was and what it is. A side that the journal does not know is null. */
export const changesOf = (before: Values, after: Values, names: ReadonlyMap<string, string>) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((field) => ({
      name: FIELDS[field] ?? field,
      before: before === null ? null : wordOf(field, before[field], names),
      after: after === null ? null : wordOf(field, after[field], names),
    }))
    .filter((change) => change.before !== change.after)
