export const TABLE = {
  all: 'Выбрать все строки, что показаны',
  select: (name: string) => `Выбрать: ${name}`,
  actions: 'Действия',
  columns: 'Столбцы',
  more: (name: string) => `Ещё: ${name}`,
} as const
