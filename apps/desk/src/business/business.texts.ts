import { counted } from '@podmoga/contract/plural'

export const BUSINESS = {
  title: 'Управление',
  rooms: 'Разделы управления',
  start: 'С чего начать',
  people: 'Сотрудники',
  restaurants: 'Рестораны',
  handbook: 'Справочники',
  settings: 'Настройки',
  journal: 'Журнал',
  cancel: 'Отмена',
  save: 'Сохранить',
  failed: 'Не удалось загрузить',
  again: 'Не получилось. Попробуйте ещё раз.',
  saved: 'Сохранено',
  more: 'Показать ещё',
  state: { invited: 'Приглашён', active: 'Работает', disabled: 'Отключён' },
  role: {
    staff: 'Сотрудник',
    manager: 'Управляющий',
    agent: 'Агент поддержки',
    editor: 'Редактор базы знаний',
    admin: 'Администратор',
  },
} as const

export const START = {
  hint: 'Отмечается само, когда готово.',
  done: 'готово',
  steps: {
    people: {
      name: 'Пригласите людей',
      text: 'Письмом, по SMS или ссылкой с QR-кодом, который можно показать.',
    },
    restaurants: { name: 'Добавьте рестораны', text: 'Если их несколько: у каждого свои люди и тикеты.' },
    knowledge: {
      name: 'Наполните базу знаний',
      text: 'Свои статьи поверх стартового набора или с чистого листа.',
    },
    delivery: {
      name: 'Подключите почту и SMS',
      text: 'Через настройки сервера SMTP_URL и SMS_DRIVER. Пока их нет, коды не уйдут, а приглашения передавайте ссылкой.',
    },
    install: { name: 'Откройте на телефоне', text: 'Сотрудник входит по своей ссылке с телефона.' },
  },
  no_mail: 'Почта не подключена: письма не уходят.',
  no_sms: 'SMS не подключены: сообщения не уходят.',
} as const

export const PEOPLE = {
  search: 'Имя, телефон или почта',
  restaurant: 'Ресторан',
  role: 'Роль',
  state: 'Состояние',
  any_restaurant: 'Все рестораны',
  any_role: 'Все роли',
  any_state: 'Все состояния',
  add: 'Пригласить сотрудника',
  invite: 'Пригласить',
  empty: 'Никого не нашлось',
  nameless: 'Без имени',
  nowhere: 'Без ресторана',
  seen: (when: string) => `был(а) здесь ${when}`,
  never_seen: 'ещё не входил(а)',
  disable: 'Отключить',
  enable: 'Вернуть',
  access: 'Рестораны и роли',
  link: 'Новая ссылка',
  first_name: 'Имя',
  last_name: 'Фамилия',
  email: 'Почта',
  phone: 'Телефон',
  send: 'Как передать приглашение',
  sends: { link: 'Ссылкой и QR', email: 'Письмом', sms: 'По SMS' },
  where: 'Рестораны',
  desk: 'В рабочем месте',
  is_manager: 'Управляющий этих ресторанов',
  disable_title: (name: string) => `Отключить: ${name}?`,
  disable_text: 'Все входы закончатся сразу. Написанное останется. Вернуть можно в любой момент.',
  ready: 'Приглашение готово',
  ready_password: 'Ссылка для нового пароля готова',
  ready_sent: 'Оно уже отправлено. Эту же ссылку можно показать или переслать.',
  ready_not_sent: 'Покажите QR-код или перешлите ссылку: действует один раз.',
  qr: 'QR-код приглашения',
  copy: 'Скопировать ссылку',
  copied: 'Ссылка скопирована',
  close: 'Готово',
  disabled: (name: string) => `${name}: доступ отключён`,
  enabled: (name: string) => `${name}: доступ возвращён`,
} as const

const PEOPLE_FORMS = ['человек', 'человека', 'человек'] as const

export const RESTAURANTS = {
  add: 'Добавить ресторан',
  new_title: 'Новый ресторан',
  edit_title: 'Ресторан',
  name: 'Название',
  timezone: 'Часовой пояс',
  edit: 'Изменить',
  archive: 'В архив',
  restore: 'Вернуть из архива',
  archived: 'В архиве',
  people: (count: number) => counted(count, PEOPLE_FORMS),
  archive_title: (name: string) => `Убрать в архив «${name}»?`,
  archive_text: 'Сотрудники больше не войдут в этот ресторан. Тикеты останутся у поддержки.',
} as const

export const HANDBOOK = {
  hint: 'То, что сотрудник выбирает в новом тикете. В старых тикетах слова остаются прежними.',
  module: 'Модули',
  payment: 'Платёжные системы',
  name: (place: number) => `Название, строка ${place}`,
  up: (name: string) => `Выше: ${name}`,
  down: (name: string) => `Ниже: ${name}`,
  archive: (name: string) => `В архив: ${name}`,
  restore: (name: string) => `Вернуть: ${name}`,
  archived: 'в архиве',
  add: 'Добавить строку',
} as const

export const JOURNAL = {
  empty: 'Записей нет',
  system: 'Система',
  before: 'Было',
  after: 'Стало',
  from: (ip: string) => `с адреса ${ip}`,
} as const
