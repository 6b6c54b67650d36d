/** What only the forms of the desk say under a field; the staff app does not carry them. */
export const DESK_FIELD = {
  hours: 'Часы в виде 10:00-23:00',
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
