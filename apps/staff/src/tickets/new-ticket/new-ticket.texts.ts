import { plural } from '@podmoga/contract/fields/plural'

/** Texts used only in the new-ticket form. */
export const NEW_TICKET = {
  share_failed: 'Файлы из другого приложения не дошли. Поделитесь ещё раз или выберите их здесь.',
  share_left: (left: number) =>
    `Не поместилось ещё ${left} ${plural(left, ['файл', 'файла', 'файлов'])}: приложите следующим сообщением.`,
  categories_failed: 'Не удалось загрузить категории',
  topics_failed: 'Не удалось загрузить список',
  back: 'Назад',
  unsent: (count: number) => `Ещё не отправлены: ${count}`,
  category: 'Категория',
  module: 'В каком модуле возникла проблема?',
  payment: 'Через какую платёжную систему вы пытаетесь оплатить?',
  message: 'Сообщение',
  about_device: 'Тикет об устройстве',
  device_away: 'Убрать устройство',
  files: 'Файлы',
  ticket_waits: 'Нет соединения. Тикет уйдёт сам, когда появится сеть.',
} as const
