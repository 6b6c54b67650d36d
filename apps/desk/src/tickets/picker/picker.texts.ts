/** Texts of the pickers. */
export const PICKER = {
  title: {
    assign: 'Исполнитель',
    priority: 'Срочность',
    tags: 'Метка',
    snooze: 'Отложить',
    about: 'Категория и тема',
  },
  hint: {
    assign: 'Имя',
    priority: '',
    tags: 'Метка, которая есть, или новая; Enter — добавить',
    snooze: 'Например: 15:30, завтра 9, 25.12 10:00 — по часам ресторана',
    snooze_many: 'Например: 15:30, завтра 9, 25.12 10:00 — по вашим часам',
    about: 'Начните писать название',
  },
  of_many: (count: number) => `выбрано тикетов: ${count.toLocaleString('ru')}`,
  of_one: (number: number) => `тикет №${number}`,
  none: 'Ничего не подходит',
  offline: 'Нет соединения. Остальное покажем, когда сеть вернётся.',
  failed: 'Не удалось загрузить список',
  now: 'сейчас',
  me: 'Мне',
  nobody: 'Никому',
  take_off: 'снять',
  new_tag: 'новая метка',
  until: (when: string) => `До ${when}`,
} as const
