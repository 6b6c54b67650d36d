import { counted } from '@podmoga/contract/fields/plural'

export const SESSION = {
  unread: (count: number) => counted(count, ['ответ', 'ответа', 'ответов']),
  account: 'Мой аккаунт',
  all_restaurants: 'Все рестораны',
  all_restaurants_en: 'All Restaurants',
  logout: 'Выход',
  leaving: 'Переходим ко входу…',
  somebody_else: 'В этом браузере вошёл другой человек',
  restaurant: 'Ресторан',
  restaurants: 'Рестораны',
  find_restaurant: 'Найти ресторан',
  no_name: 'Профиль',
} as const
