/** What only the articles beside a ticket say: the queue comes without them. */
export const ARTICLES = {
  articles: 'Подходящие материалы',
  articles_find: 'Найти материал',
  articles_none: 'Ничего не нашлось',
  insert: 'Вставить',
  insert_of: (title: string) => `Вставить: ${title}`,
  open: 'Открыть',
  open_of: (title: string) => `Открыть: ${title}`,
} as const
