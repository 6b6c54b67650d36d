import { deviceKindName } from '@podmoga/contract/devices'
import { categoryName } from '@podmoga/contract/fields/choices'
import { quoted } from '@podmoga/contract/fields/quoted'
import { SETTING_TEXTS } from '@podmoga/contract/settings.texts'
import { isRowId } from '../../http/refuse.ts'
import { timezonePlace } from '../restaurants/timezones.ts'

const HANDBOOKS: Record<string, string> = { module: 'модули', payment: 'платёжные системы' }

/** The name of the affected person or thing, if there is one. */
export const subjectText = (subject: string | null, name: string | null): string | null => {
  if (name !== null || subject === null) return name
  const [what = '', id = ''] = subject.split(' ')
  if (what === 'handbook') return HANDBOOKS[id] ?? null
  return what === 'business' ? null : `№ ${id}`
}

/** Russian names of changed fields, as they appear on the screens. */
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
  note: 'Заметка',
  title: 'Название',
  text: 'Текст',
  version: 'Версия',
  synonyms: 'Синонимы',
  materials: 'Материалы',
  material: 'Материал',
  also_asked: 'Также спрашивают',
  publish_at: 'Выйдет',
  audience: 'Кому виден',
  owner: 'Ответственный',
  check_on: 'Проверить',
  check_months: 'Проверять раз в столько месяцев',
  group: 'Слова',
  closed: 'Закрыт',
  above: 'Где',
  is_on: 'Включено',
  act: 'Что сделано',
  tags: 'Метки',
  closes: 'Закрывает',
  macro: 'Макрос',
  tab: 'Очередь',
  whose: 'Чьи',
  assignee: 'Агент',
  category: 'Категория',
  topic: 'Тема',
  tag: 'Метка',
  priority: 'Срочность',
  until: 'До',
  numbers: 'Номера',
  group_added: 'В группы',
  group_removed: 'Из групп',
  named_in: 'Где названа',
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
  new_ones: 'Новых',
  changed: 'Изменено',
  left_out: 'Не внесено',
  format: 'Вид файла',
  file: 'Файл',
  sent: 'Отправлено на проверку',
}

// JSONB does not keep the order of keys.
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
  assign: 'назначены',
  untag: 'метка снята',
  snooze: 'отложены',
  close: 'закрыты',
  reopen: 'открыты снова',
  waiting: 'ждут ответа',
  open: 'открытые',
  archive: 'архив',
  mine: 'мои',
  me: 'кто запустил',
  none: 'никто',
  free: 'ничьи',
  snoozed: 'отложенные',
  low: 'низкая',
  normal: 'обычная',
  high: 'высокая',
  urgent: 'срочно',
  true: 'да',
  false: 'нет',
}

/** Fields with restaurant ids, as `12` or `12 manager`, possibly mixed with roles. */
const OF_RESTAURANTS = new Set(['restaurants', 'restaurant_id', 'added', 'removed'])
/** Fields with person ids. */
const OF_PEOPLE = new Set(['assignee'])
/** Fields with topic keys of the business's handbook. */
const OF_TOPICS = new Set(['topic'])
/** Fields whose values have names in the contract. */
const NAMED = new Map([
  ['kind', deviceKindName],
  ['category', categoryName],
])

/** Names for the ids and keys in values. */
export interface Names {
  restaurants: ReadonlyMap<string, string>
  people: ReadonlyMap<string, string>
  topics: ReadonlyMap<string, string>
}

const NOTHING = '—'

/** A date, optionally with a time, as formatted by the database. */
const DAY = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/
const dayText = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (text: string): string => {
  const [, day, time] = DAY.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return text
  return [dayText.format(new Date(day)), ...(time === undefined ? [] : [time])].join(', ')
}

const wordOf = (field: string, value: unknown, names: Names): string => {
  if (value === null || value === undefined || value === '') return NOTHING
  if (Array.isArray(value)) return value.map((one) => wordOf(field, one, names)).join(', ') || NOTHING
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (field === 'timezone') return timezonePlace(text)
  if (OF_TOPICS.has(field)) return names.topics.get(text) ?? text
  const named = NAMED.get(field)
  if (named !== undefined) return named(text)
  if (OF_PEOPLE.has(field)) return names.people.get(text) ?? VALUES[text] ?? `№ ${text}`
  // Ids are strings; a number is a count.
  if (!OF_RESTAURANTS.has(field) || typeof value === 'number') return VALUES[text] ?? dayOf(text)
  const [id = '', role] = text.split(' ')
  const name = names.restaurants.get(id)
  if (name === undefined) return VALUES[text] ?? text
  return role === undefined ? quoted(name) : `${quoted(name)} (${VALUES[role] ?? role})`
}

type Values = Record<string, unknown> | null

const textsIn = (fields: ReadonlySet<string>, all: readonly Values[]): string[] => [
  ...new Set(
    all
      .flatMap((values) => Object.entries(values ?? {}))
      .filter(([field]) => fields.has(field))
      .flatMap(([, value]) => value)
      .filter((one) => typeof one === 'string')
      .map((one) => one.split(' ')[0] ?? ''),
  ),
]

/** Ids of restaurants and people and keys of topics that occur in the values. */
export const idsOf = (all: readonly Values[]) => ({
  restaurants: textsIn(OF_RESTAURANTS, all).filter(isRowId),
  people: textsIn(OF_PEOPLE, all).filter(isRowId),
  topics: textsIn(OF_TOPICS, all),
})

/** The changed fields in Russian, each with its value before and after; null if the journal does not have that side. */
export const changesOf = (before: Values, after: Values, names: Names) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((field) => ({
      name: FIELDS[field] ?? field,
      before: before === null ? null : wordOf(field, before[field], names),
      after: after === null ? null : wordOf(field, after[field], names),
    }))
    .filter(
      ({ before: was, after: is }) =>
        was !== is && [was, is].some((word) => word !== null && word !== NOTHING),
    )
