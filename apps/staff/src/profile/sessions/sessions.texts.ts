import { counted } from '@podmoga/contract/fields/plural'

export const SESSIONS = {
  title: 'Где вы вошли',
  count: (count: number) => counted(count, ['устройство', 'устройства', 'устройств']),
  hint: 'Не узнаёте устройство? Выйдите на нём и смените пароль.',
  back: 'К профилю',
  current: 'Это устройство',
  last_seen: 'Был активен:',
  entered: 'Вход:',
  end: 'Выйти на этом устройстве',
  end_there: 'Выйти на том устройстве',
  end_others: 'Выйти везде, кроме этого устройства',
  ended: 'Сессия на том устройстве закончена',
  others_ended: 'На остальных устройствах вы вышли',
  failed: 'Не удалось загрузить список устройств',
  unknown: 'Здесь список устройств недоступен.',
} as const
