/** Texts of the panes beside an open ticket, apart from the first load. */
export const SIDE = {
  tags_hint: 'Через запятую',
  save_tags: 'Сохранить метки',
  snooze_hint: 'Вернётся в очередь в это время или когда клиент ответит',
  hand_over_title: 'Передать тикет',
  to_whom: 'Кому',
  word: 'Пара слов коллеге',
  word_hint: 'Увидит только поддержка, в журнале тикета',
  do_hand_over: 'Передать',
  nobody_to: 'Других агентов нет',
} as const
