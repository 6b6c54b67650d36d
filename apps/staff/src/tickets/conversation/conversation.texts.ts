import { plural } from '@podmoga/contract/fields/plural'

/** Texts used only in a conversation, outside the first load. */
export const CONVERSATION = {
  ticket_no: 'Ticket No.',
  ticket_title: (number: string | number) => `Тикет №${number}`,
  ticket_failed: 'Не удалось загрузить тикет',
  not_found: 'Тикет не найден',
  closed: 'Тикет закрыт',
  typing: 'Поддержка печатает…',
  messages: 'Сообщения',
  no_messages: 'Нет сообщения',
  messages_failed: 'Не удалось загрузить сообщения',
  new_messages: 'Новые сообщения',
  to_newest: 'К новым сообщениям',
  to_newest_count: (count: number) =>
    `К новым сообщениям: ${count} ${plural(count, ['новое', 'новых', 'новых'])}`,
  open_image: (name: string) => `Открыть ${name}`,
  reply: 'Ответ',
  reply_placeholder: 'Ваш ответ',
  reply_hint: 'Перетащите или загрузите файл. Ctrl+Enter — отправить',
  card_cut: 'Номер карты скрыт: сохранены только первые шесть и последние четыре цифры.',
} as const
