import { counted } from '@podmoga/contract/fields/plural'

export const SESSION = {
  unread: (count: number) => counted(count, ['ответ', 'ответа', 'ответов']),
  account: 'Мой аккаунт',
  all_restaurants: 'Все рестораны',
  all_restaurants_en: 'All Restaurants',
  logout: 'Выход',
  leaving: 'Переходим ко входу…',
  no_entry: 'У вас нет доступа к этому ресторану',
  no_entry_hint: 'Выберите другой ресторан или войдите под другим именем.',
  unpaid: 'Подписка ресторана закончилась',
  unpaid_hint: 'Продлите её, чтобы продолжить работу.',
  somebody_else: 'В этом браузере вошёл другой человек',
  somebody_else_hint:
    'Эта страница открыта для вас, и здесь больше ничего не сохранится под чужим именем. Войдите ещё раз.',
  sign_in: 'Войти',
  restaurant: 'Ресторан',
  restaurants: 'Рестораны',
  find_restaurant: 'Найти ресторан',
  no_name: 'Профиль',
} as const
