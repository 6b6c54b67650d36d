/** Texts of the desk opened without a network. */
export const OFFLINE = {
  title: 'Нет соединения',
  hint: 'Рабочее место откроется само, как только появится сеть.',
  waiting: 'Отправим, когда появится сеть',
  failed: 'Не отправлено',
  drafts: 'Черновики на этом устройстве',
  reply: 'Ответ',
  note: 'Заметка',
  ticket: (number: number) => `тикет №${number}`,
  files: (count: number) => `Файлов: ${count}`,
} as const
