import { counted } from '@podmoga/contract/fields/plural'

const PEOPLE_FORMS = ['сотрудник', 'сотрудника', 'сотрудников'] as const

export const INVITE_MANY = {
  action: 'Пригласить',
  title: (count: number) => `Пригласить: ${counted(count, PEOPLE_FORMS)}`,
  text: 'Новую ссылку получит каждый, кто ещё не входил; прежние ссылки перестанут действовать.',
  send: 'Как передать приглашения',
  submit: 'Сделать приглашения',
  ready: (count: number) => `Приглашения готовы: ${count}`,
  sent: (count: number) => `Отправлено: ${count}.`,
  not_sent: (count: number) => `Не отправлено: ${count}. Раздайте их листом с QR-кодами или файлом.`,
  skipped: (count: number) => `Уже входили или отключены, ссылка им не нужна: ${count}.`,
  hint: 'Ссылки показываются один раз: распечатайте лист или сохраните файл сейчас.',
  print: 'Печать',
  csv: 'Скачать CSV',
  file: 'приглашения.csv',
  done: 'Готово',
  columns: ['Ресторан', 'Имя', 'Логин', 'Ссылка', 'Действует до'],
  strips: 'Лист приглашений',
  scan: 'Наведите камеру телефона',
  until: (day: string) => `до ${day}`,
  qr: (name: string) => `QR-код приглашения: ${name}`,
} as const
