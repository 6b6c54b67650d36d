export const MANY = {
  group: 'Отметить группу целиком',
  no_group: 'Выберите группу',
  found: (shown: number, all: number) =>
    `Показаны ${shown} из ${all}: уточните название, чтобы увидеть остальные.`,
  tick_found: 'Отметить все найденные',
  untick: (count: number) => `Снять отметки: ${count}`,
} as const
