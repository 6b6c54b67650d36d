/** Texts of the customer card, apart from the first load. */
export const CUSTOMER = {
  restaurant: 'Ресторан',
  email_unverified: 'Не подтверждена',
  place: 'Страна и регион',
  customer_id: 'Номер клиента',
  restaurant_id: 'Номер ресторана',
  business: 'Бизнес',
  local_time: 'Время на месте',
  past: 'Прошлые тикеты',
  no_past: 'Других тикетов нет',
  unknown: 'Не указано',
} as const
