import type { FigureBy, FigureWhat } from '@podmoga/contract/desk/figures'

export const FIGURES = {
  hint: 'Время — в часах поддержки, с точностью до минуты.',
  failed: 'Не удалось показать показатели',
  counting: 'Старые тикеты ещё считаются: числа растут сами.',
  period: 'Период',
  from: 'С',
  to: 'По',
  by: 'Разрез',
  restaurant: 'Ресторан',
  all: 'Все',
  whose: 'Чьи',
  whose_all: 'Всей поддержки',
  whose_own: 'Мои',
  chart: 'На графике',
  now: 'Сейчас',
  totals: 'За период',
  table: 'Таблица показателей',
  empty: 'За этот период ничего не было',
  was: (value: string) => `было ${value}`,
  none: '—',
  tickets: (what: string) => `${what}: тикеты`,
  export_csv: 'Таблица в CSV',
  export_xlsx: 'Таблица в XLSX',
  tickets_csv: 'Тикеты в CSV',
  tickets_xlsx: 'Тикеты в XLSX',
  letter: 'Присылать письмо по понедельникам',
  letter_hint: (email: string) => `Пять чисел, которые за неделю изменились сильнее всего: на ${email}.`,
  letter_address: 'Письму некуда прийти: сначала подтвердите почту в профиле.',
  back: 'К показателям',
  more: 'Показать ещё',
  no_tickets: 'Таких тикетов нет',
  ticket: (n: number) => `Тикет № ${n}`,
  minutes: (n: number) => {
    const [hours, minutes] = [Math.floor(n / 60), n % 60]
    if (hours === 0) return `${minutes} мин`
    return minutes === 0 ? `${hours} ч` : `${hours} ч ${minutes} мин`
  },
  peak: (name: string, value: string) => `Больше всего: ${name}, ${value}.`,
} as const

export const PERIODS = [
  { key: '7', name: 'Последние 7 дней' },
  { key: '28', name: 'Последние 28 дней' },
  { key: '90', name: 'Последние 90 дней' },
  { key: 'own', name: 'Свой период' },
] as const

export const BY: Record<FigureBy, string> = {
  day: 'По дням',
  hour: 'По часам',
  restaurant: 'По ресторанам',
  category: 'По категориям',
  topic: 'По темам',
  agent: 'По агентам',
  group: 'По группам',
  kind: 'По видам устройств',
  model: 'По моделям устройств',
}

export const WHAT: Record<FigureWhat, string> = {
  opened: 'Новых тикетов',
  first: 'Первый ответ',
  solved: 'Решено',
  kept: 'В срок',
  missed: 'Не в срок',
  reopened: 'Вернулись',
  good: 'Помогли',
  bad: 'Не помогли',
  answer: 'Ответов',
}

export const MORE = {
  first_median: 'Первый ответ, половина быстрее',
  first_p90: 'Первый ответ, 9 из 10 быстрее',
  solved_median: 'Решение, половина быстрее',
  solved_p90: 'Решение, 9 из 10 быстрее',
  looked: 'Искали в базе знаний',
  deflected: 'Без обращения',
  waiting: 'Ждут ответа',
  gaps: 'Вопросы без статьи',
} as const
