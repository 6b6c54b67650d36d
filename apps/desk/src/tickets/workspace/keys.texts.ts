/** The overlay of the keys; apart from what the queue says, which is read before anybody asks for it. */
export const KEYS_DIALOG = {
  title: 'Клавиши',
  on: 'Клавиши из одной буквы включены',
  hint: 'Работают, когда курсор не в поле ввода, при любой раскладке.',
} as const

export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J'], does: 'Следующий тикет' },
  { keys: ['K'], does: 'Предыдущий тикет' },
  { keys: ['Enter'], does: 'Открыть тикет' },
  { keys: ['R'], does: 'Ответить' },
  { keys: ['N'], does: 'Заметка для коллег' },
  { keys: ['/'], does: 'Шаблон ответа (в начале строки ответа)' },
  { keys: ['A'], does: 'Назначить мне' },
  { keys: ['E'], does: 'Закрыть тикет' },
  { keys: ['Shift', 'E'], does: 'Закрыть и следующий' },
  { keys: ['X'], does: 'Выбрать тикет, чтобы изменить несколько сразу' },
  { keys: ['Shift', 'X'], does: 'Выбрать все от прошлого выбранного до этого' },
  { keys: ['C'], does: 'Скопировать ссылку на тикет' },
  { keys: ['['], does: 'Скрыть или показать очередь рядом с тикетом' },
  { keys: [']'], does: 'Скрыть или показать карточку клиента' },
  { keys: ['Ctrl', 'K'], does: 'Команды: открыть или сделать что угодно по названию' },
  { keys: ['Ctrl', 'Enter'], does: 'Отправить ответ' },
  { keys: ['Esc'], does: 'Выйти из поля, снять выбор, потом — к очереди' },
  { keys: ['?'], does: 'Показать эти клавиши' },
]
