import { isAsBefore } from '../fields/hours.ts'
import { quoted } from '../fields/quoted.ts'

const HOURS = 'Часы в виде 10:00-23:00'

/** Describes the error in the typed hours of a day. */
const hoursFault = (typed: string): string => {
  const text = typed.trim()
  const isTime = ([, hour, minute]: string[]) =>
    Number(hour) * 60 + Number(minute) <= 1440 && Number(minute) < 60
  const wrong = [...text.matchAll(/(\d{1,2}):(\d{2})/g)].find((time) => !isTime(time))
  if (wrong !== undefined) return `Времени ${wrong[0]} не бывает, последнее — 24:00.`
  if (text.startsWith('24:')) return 'Начало дня — 00:00.'
  if (isAsBefore(text)) return 'Перед этим днём нет другого.'
  if (/[,;]/.test(text)) return 'Здесь один промежуток, без перерыва.'
  if (/^(?:с )?\d{1,2}(?::\d{2})?$/.test(text)) return 'Не сказано, до скольких.'
  return `Непонятно: ${quoted(text.length > 30 ? `${text.slice(0, 30)}…` : text)}.`
}

/** Field errors that only the desk's forms use; the staff app does not contain them. */
export const DESK_FIELD = {
  hours: (typed: string) => `${hoursFault(typed)} ${HOURS}`,
  day_hours: 'Часы в виде 09:00-13:00, 14:00-18:00; пусто — выходной',
  never_open: 'Нужен хотя бы один день с часами',
  page_url: 'Адрес вида https://example.uz/ или путь, который начинается с /',
  issuer: 'Адрес вида https://login.example.uz, как его пишет провайдер',
  domain: 'Домен вида example.uz',
  day: 'Дата в виде 2026-01-31',
  figure_day: 'День в виде 2026-01-31, с 2000 по 2100 год',
  figure_order: 'Последний день раньше первого',
  figure_period: (days: number) => `Не больше ${days} дней: выберите период короче`,
  whole_number: 'Нужно целое число',
  at_least: (min: number) => `Не меньше ${new Intl.NumberFormat('ru').format(min)}`,
  at_most: (max: number) => `Не больше ${new Intl.NumberFormat('ru').format(max)}`,
  some_address: 'Укажите почту или телефон',
} as const
