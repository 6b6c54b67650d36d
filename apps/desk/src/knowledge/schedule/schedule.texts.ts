import { dayText } from '../../lib/day-text.ts'

/** Formats a local time (2026-12-03T09:00) as «3 декабря в 9:00». */
export const minuteText = (local: string): string =>
  `${dayText(local.slice(0, 10))} в ${local.slice(11).replace(/^0/, '')}`

export const SCHEDULE = {
  later: 'Выпустить позже, в назначенное время',
  at: 'Когда выйдет',
  at_hint: 'По часам ваших ресторанов. Выйдет этот текст: правки после назначения не выйдут.',
  no_time: 'Выберите день и время.',
  set: 'Назначить',
  not_set: 'Не получилось назначить. Попробуйте ещё раз.',
  comes: (local: string) => `Выйдет ${minuteText(local)}`,
  set_by: (name: string | null) => (name === null ? '' : ` · ${name}`),
  changed: 'После этого текст правили: выйдет прежний. Чтобы вышел новый, назначьте заново.',
  cancel: 'Отменить выход',
  cancelled: 'Выход отменён, черновик остался',
  not_cancelled: 'Не удалось отменить выход',
  replaced: (local: string) => `Назначенный выход ${minuteText(local)} отменится.`,
} as const
