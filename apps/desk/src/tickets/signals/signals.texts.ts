import { plural } from '@podmoga/contract/fields/plural'

/** What calls an agent who looks elsewhere, and its settings. */
export const SIGNALS = {
  title: 'Сигналы',
  hint: 'Когда рабочее место открыто в другой вкладке или окне. Настройки — для этого браузера.',
  notices: 'Показывать уведомления',
  notices_hint: 'Клиент написал в вашем тикете, коллега позвал вас в заметке, тикет никто не взял',
  denied: 'Браузер не разрешает уведомления этому сайту. Разрешите их в настройках сайта и попробуйте снова.',
  sound: 'Со звуком',
  try_sound: 'Послушать',
  nobodys: 'Если тикет никто не взял',
  never: 'Не сообщать',
  after: (minutes: number) => `Через ${minutes} ${plural(minutes, ['минуту', 'минуты', 'минут'])}`,
  quiet: 'Тихие часы',
  quiet_hint: 'В это время — без уведомлений и звука. Число в заголовке вкладки остаётся.',
  from: 'С',
  to: 'До',
  done: 'Готово',
  wrote: (name: string, number: number) => `${name} · тикет №${number}`,
  mentioned: (name: string) => `${name} зовёт вас в заметке`,
  forgotten: (count: number, minutes: number) =>
    `${count.toLocaleString('ru')} ${plural(count, ['тикет', 'тикета', 'тикетов'])} без исполнителя дольше ${minutes} мин`,
} as const
