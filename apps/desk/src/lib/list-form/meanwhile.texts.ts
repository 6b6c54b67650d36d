export const MEANWHILE = {
  stays: 'Ваши правки остались в форме: «Сохранить» запишет их поверх.',
  take_theirs: 'Взять сохранённое',
  reset: 'Отменить правки',
  not_saved: 'Правки не сохранены',
  added: (name: string) => `${name}: добавлено`,
  changed: (name: string) => `${name}: изменено`,
  removed: (name: string) => `${name}: убрано`,
} as const
