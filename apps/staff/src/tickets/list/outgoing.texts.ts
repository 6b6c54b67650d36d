import { FILE_FORMS, plural } from '@podmoga/contract/fields/plural'

/** Texts about unsent tickets. */
export const OUTGOING = {
  on_the_way: 'Ещё не отправлены',
  change: 'Изменить',
  removed: 'Удалено',
  bring_back: 'Вернуть',
  gone: (part: number) => `${Math.floor(part * 100)} %`,
  attached: (count: number) => `${count} ${plural(count, FILE_FORMS)}`,
} as const
