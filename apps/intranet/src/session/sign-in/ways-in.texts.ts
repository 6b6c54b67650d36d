import { quoted } from '@podmoga/contract/fields/quoted'
export const LINK = {
  cut: 'Ссылка открылась не целиком. Откройте её ещё раз или попросите новую.',
} as const

export const WHO = {
  first_name: 'Имя',
  last_name: 'Фамилия',
} as const

export const SETUP = {
  title: 'Первая настройка',
  hint: 'Осталось назвать бизнес, первый ресторан и вас. Названия и имя можно изменить потом, сеть — нет.',
  business_name: 'Название бизнеса',
  network: 'Сеть',
  network_hint: 'Короткое имя латиницей, например navruz. Потом его не меняют.',
  restaurant: 'Первый ресторан',
  login_hint: 'По ним вы будете входить.',
  password: 'Пароль',
  password_hint: 'Не короче 8 символов',
  knowledge: 'База знаний',
  starter: 'Стартовый набор статей',
  empty: 'Пустая',
  submit: 'Создать и войти',
  gone: 'Ссылка не действует',
  failed: 'Не удалось открыть первую настройку',
} as const

export const INVITE = {
  title: 'Приглашение',
  title_password: 'Новый пароль',
  invites: (business: string) => `${quoted(business)} приглашает вас`,
  where: (restaurants: readonly string[]) => `Рестораны: ${restaurants.join(', ')}`,
  login: (login: string) => `Входить вы будете как ${login}`,
  for_password: (business: string) =>
    `Придумайте новый пароль для ${quoted(business)}. Все прежние входы закончатся.`,
  first_name: 'Как к вам обращаться',
  password: 'Придумайте пароль',
  submit: 'Войти',
  gone: 'Приглашение не действует',
  failed: 'Не удалось открыть приглашение',
  to_sign_in: 'Ко входу',
} as const

export const JOIN = {
  title: 'Доступ в ресторан',
  calls: (business: string) => `${quoted(business)}: доступ для сотрудников`,
  where: (restaurant: string) => `Ресторан: ${restaurant}`,
  phone: 'Телефон',
  phone_hint: 'Пришлём код по SMS. По этому номеру вы будете входить.',
  ask: 'Попросить доступ',
  code_title: 'Подтвердите телефон',
  code_sent: (phone: string) => `Код из шести цифр придёт по SMS на ${phone} в течение минуты.`,
  code: 'Код из SMS',
  confirm: 'Подтвердить',
  anew: 'Другой номер',
  waiting_title: 'Ждём управляющего',
  waiting: (restaurant: string) =>
    `Управляющий ресторана ${quoted(restaurant)} уже видит вашу просьбу. Страница обновится сама, когда он решит.`,
  waiting_hint: 'Её можно закрыть и вернуться позже: отсканируйте плакат ещё раз.',
  admitted_title: 'Вас приняли',
  admitted: (restaurant: string) => `Ресторан ${quoted(restaurant)} открыт для вас.`,
  sign_in: 'Войдите, как обычно: пароль прежний.',
  refused_title: 'Доступ не открыли',
  refused: 'Если это ошибка, подойдите к управляющему.',
  gone: 'Плакат не действует',
  failed: 'Не удалось открыть страницу',
} as const
