export const MANY = {
  group: 'Отметить группу целиком',
  groups: 'Группы — и те, кто войдёт в них позже',
  in_group: (name: string, count: number) => `${name} (${count})`,
  picked: (restaurants: number, groups: number) =>
    [restaurants > 0 && `${restaurants}`, groups > 0 && `групп — ${groups}`].filter(Boolean).join(', '),
  gone: (count: number) => `Больше нет: ${count}`,
  no_group: 'Выберите группу',
  found: (shown: number, all: number) =>
    `Показаны ${shown} из ${all}: уточните название, чтобы увидеть остальные.`,
  tick_found: 'Отметить все найденные',
  untick: (count: number) => `Снять отметки: ${count}`,
} as const
