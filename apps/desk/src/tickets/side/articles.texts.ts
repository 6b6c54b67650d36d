/** Texts of the articles beside a ticket, apart from the first load. */
export const ARTICLES = {
  articles: 'Подходящие материалы',
  articles_find: 'Найти материал',
  articles_none: 'Ничего не нашлось',
  insert: 'Вставить',
  insert_of: (title: string) => `Вставить: ${title}`,
  open: 'Открыть',
  open_of: (title: string) => `Открыть: ${title}`,
} as const
