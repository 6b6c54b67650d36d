/** What only the hits of a search say. */
export const SEARCH = {
  search_results: 'Найденные тикеты',
  search_none:
    'Ничего не нашлось. Можно искать по номеру, клиенту, ресторану и словам; от:, ресторан:, файл:есть, метка:, срочность:, статус: и агент: сужают поиск.',
  search_guess: 'Точно таких слов нет. Вот похожее:',
  search_partial:
    'После обновления сообщения ещё попадают в поиск, от новых к старым: старых пока может не быть.',
  search_failed: 'Не удалось найти',
  state_of: { awaiting_response: 'открыт', processed: 'закрыт' },
} as const
