const NBSP = '\u00a0'
const HOUR = 60

/** Formats support hours as «12 мин», «3 ч 05 мин», in whole minutes. */
export const hoursText = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < HOUR) return `${minutes}${NBSP}мин`
  return `${Math.floor(minutes / HOUR)}${NBSP}ч ${String(minutes % HOUR).padStart(2, '0')}${NBSP}мин`
}

export const CLOCK = {
  title: 'Сроки',
  hint: 'В часах работы поддержки.',
  failed: 'Сроки не загрузились',
  none: 'Сроки считаются',
  kind: { first: 'Первый ответ', next: 'Ответ', solution: 'Решение' },
  left: (time: string) => `осталось ${time}`,
  till: (when: string) => `до ${when}`,
  over: (time: string) => `просрочено на ${time}`,
  paused: (time: string) => `на паузе, прошло ${time}`,
  spent: (time: string) => `прошло ${time}`,
  kept: (time: string) => `вовремя, за ${time}`,
  missed: (time: string) => `просрочено, ушло ${time}`,
  done: (time: string) => `за ${time}`,
  dropped: 'закрыт без ответа',
  never: 'срок не наступит: у поддержки нет рабочих часов',
} as const
