import { counted } from '@podmoga/contract/fields/plural'

const FAULTS = ['тикет', 'тикета', 'тикетов'] as const

/** Texts of a ticket's device. */
export const DEVICE = {
  title: 'Устройство',
  archived: 'В архиве',
  serial: (serial: string) => `№ ${serial}`,
  history: 'История устройства',
  only: 'Прежде не ломалось',
  history_failed: 'Не удалось загрузить историю устройства',
  failed: 'Не удалось загрузить устройство',
  more: 'Показать ещё',
  alike: 'Такие же устройства',
  recent: (count: number) =>
    count === 0 ? 'за 90 дней не ломалось' : `за 90 дней: ${counted(count, FAULTS)}`,
} as const
