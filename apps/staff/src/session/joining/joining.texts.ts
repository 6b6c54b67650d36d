export const JOINING = {
  asking: 'Просят доступ',
  admit: 'Принять',
  admitted: (name: string) => `${name}: доступ открыт`,
  all_people: 'Все просьбы и отказ',
} as const
