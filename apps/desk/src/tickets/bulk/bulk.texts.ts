import type { MacroFate } from '@podmoga/contract/desk/macros'

/** Texts of bulk actions, loaded when the first ticket is picked. */
export const BULK = {
  bulk: 'Выбранные тикеты',
  picked: (count: number) => `Выбрано: ${count.toLocaleString('ru')}`,
  pick_all: (count: number) => `Выбрать все ${count.toLocaleString('ru')}`,
  pick_first: (count: number) => `Выбрать первые ${count.toLocaleString('ru')}`,
  unpick: 'Снять выбор',
  give: 'Назначить',
  to_me: 'Мне',
  to_nobody: 'Никому',
  press: 'Срочность',
  put_off: 'Отложить',
  wake: 'Вернуть в очередь',
  tags: 'Метка',
  macro: 'Макрос',
  tag_title: 'Метка для выбранных',
  tag_add: 'Добавить',
  tag_remove: 'Снять',
  close: 'Закрыть',
  reopen: 'Открыть снова',
  undo: 'Отменить',
  bulk_failed: 'Не удалось изменить тикеты',
  done_with: (count: number) => `Сделано: ${count.toLocaleString('ru')}`,
  not_done: (count: number) => `Не вышло: ${count.toLocaleString('ru')}`,
  dismiss: 'Понятно',
} as const

/** Why a ticket was not changed. */
export const FATES: Record<Exclude<MacroFate, 'done' | 'same'>, string> = {
  not_found: 'тикета уже нет',
  ticket_closed: 'тикет закрыт',
  ticket_open: 'тикет уже открыт',
  assigned_meanwhile: 'тикет уже взял другой агент',
  no_such_agent: 'этот агент не отвечает на его тикеты',
  too_many_tags: 'у него уже десять меток',
  unfilled: 'в ответе осталось незаполненное в скобках: ответьте сами',
  unseen_message: 'в нём новое сообщение: прочитайте его и закройте снова',
}
