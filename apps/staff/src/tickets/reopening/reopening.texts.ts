import { FILE_FORMS, plural } from '@podmoga/contract/fields/plural'

export const REOPENING = {
  label: 'Что не решено?',
  hint: 'Тикет снова откроется, и поддержка увидит ваши слова и фото.',
  send: 'Вернуть тикет',
  cancel: 'Отмена',
  sent: { title: 'Тикет снова открыт', text: 'Поддержка посмотрит ещё раз' },
  states: {
    waiting: 'Ждёт сети: тикет откроется, когда она появится',
    sending: 'Возвращаем тикет…',
    failed: 'Вернуть тикет не удалось',
  },
  attached: (count: number) => `${count} ${plural(count, FILE_FORMS)}`,
  back_to_form: 'Вернуть в форму',
  as_reply: 'Отправить ответом',
  remove: 'Удалить',
} as const
