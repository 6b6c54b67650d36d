/** Texts of notes, canned replies and the panes beside the conversation. */
export const TEAM = {
  composer: 'Что писать',
  reply: 'Ответ',
  note: 'Заметка',
  answering: (names: string) => `Сейчас отвечает: ${names}`,
  looking: (names: string) => `Смотрит: ${names}`,

  canned: 'Шаблон',
  macro: 'Макрос',
  canned_files_coming: (names: string) => `Загружаем из шаблона: ${names}`,
  canned_files_skip: 'Не ждать',
  send_without_files: 'Отправить без файлов',
  goes_with_files: 'Ответ уйдёт, как только загрузятся файлы шаблона',
  not_sent: 'Ответ не отправлен: файлы шаблона ещё загружались',
  not_sent_hint: (number: number | undefined) =>
    number === undefined ? 'Он остался в черновике.' : `Он остался в черновике тикета №${number}.`,

  work: 'Работа с тикетом',
  priority: 'Срочность',
  about: 'Категория и тема',
  topic: 'Тема',
  tags: 'Метки',
  no_tags: 'нет',
  snooze: 'Отложить',
  snooze_till: (when: string) => `Отложен до ${when}`,
  snooze_for: { hour: 'На час', tomorrow: 'До завтра, 9:00', week: 'На неделю' },
  wake: 'Вернуть в очередь',
} as const
