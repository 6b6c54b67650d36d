export const TICKETS = {
  title: 'Тикеты',
  create_card: 'Создать новый тикет',

  back_to_list: 'К списку тикетов',
  awaiting: 'Ожидает ответа',
  processed: 'Обработан',

  support: 'Поддержка',
  you: 'Вы',
  someone: 'Сотрудник',
  incoming: (name: string, text: string) => `Новое сообщение от ${name}: ${text}`,
  sent_announcement: 'Сообщение отправлено',
  sent: 'Отправлено',
  sending: 'Отправляется',
  waiting: 'Ждёт сети',
  not_sent: 'Не отправлено',
  mend_files: 'Уберите этот файл или замените его другим, например снимком экрана, и отправьте снова.',
  longer: 'Дольше обычного…',
  cancel: 'Отменить',
  retry: 'Повторить',
  remove: 'Удалить',
  remove_sure: 'Удалить насовсем?',
  not_taken_back: {
    title: 'Вернуть тикет уже нельзя',
    text: 'Он уже отправлен или отправляется из другой вкладки.',
  },
  not_removed: {
    title: 'Удалить уже нельзя',
    text: 'Уже отправлено или отправляется из другой вкладки.',
  },

  send: 'Отправить',
  attach: 'Файлы',
  reply_failed: { title: 'Сообщение не отправлено', text: 'Попробуйте еще раз' },

  new_title: 'Новый тикет',
  ticket_sent: { title: 'Тикет отправлен', text: 'Ваше обращение отправлено в поддержку' },
  preparing: 'Готовим фото…',
  camera: 'Сделать фото',
  no_editor: { title: 'Правка фото не открылась', text: 'Проверьте связь и попробуйте еще раз' },
  ticket_failed_toast: { title: 'Тикет не отправлен', text: 'Попробуйте еще раз' },
} as const
