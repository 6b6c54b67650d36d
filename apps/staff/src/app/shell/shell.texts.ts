import { plural } from '@podmoga/contract/fields/plural'

export const SHELL = {
  skip: 'К содержимому',
  menu: 'Меню',
  main_menu: 'Главное меню',
  search: 'Поиск',
  tickets: 'Тикеты',
  account: 'Мой аккаунт',
  people: 'Сотрудники',
  /** «Сотрудники, 2 просят доступ» */
  people_asking: (count: number) =>
    `Сотрудники, ${count} ${plural(count, ['просит', 'просят', 'просят'])} доступ`,
  apps: 'Приложения',
  intranet: 'Интранет',
  panel: 'Панель управления',
  marketplace: 'Маркетплейс',
  soon: 'Скоро',
  soon_apps: ['HR кабинет', 'Диспетчерская', 'Сеть ресторанов'],
  phone: 'Позвонить в поддержку',
  email: 'Написать в поддержку',
  profile_failed: 'Internal server error!',
  footer: (brand: string) => `2024 © ${brand}. Все права защищены.`,
  /** «Тикеты, 3 непрочитанных» */
  tickets_unread: (unread: number) =>
    `Тикеты, ${unread} ${plural(unread, ['непрочитанное', 'непрочитанных', 'непрочитанных'])}`,
} as const
