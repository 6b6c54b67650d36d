import { quoted } from '@podmoga/contract/fields/quoted'

/** Texts of merged and linked tickets. */
export const RELATIONS = {
  title: 'Связи',
  merge: 'Объединить…',
  link: 'Связать…',
  split: 'Разделить…',
  follow_up: 'Продолжить новым…',
  merged: (number: number, name: string | null) => `№${number} · ${name ?? 'клиент без имени'}`,
  merged_in: 'Объединён сюда',
  take_apart: 'Разъединить',
  take_apart_of: (number: number) => `Разъединить с №${number}`,
  settled: 'После объединения уже писали: не разъединить',
  kind: {
    related: ['Связан', 'Связан'],
    follow_up: ['Продолжает этот', 'Этот его продолжает'],
    split: ['Вынесен из этого', 'Этот вынесен из него'],
  },
  unlink: 'Снять связь',
  unlink_of: (number: number) => `Снять связь с №${number}`,
  failed: 'Не удалось загрузить связи',

  merge_title: 'Объединить с другим тикетом',
  merge_hint:
    'Переписка этого тикета перейдёт в выбранный: оба клиента увидят её там, номер этого тикета поведёт туда же.',
  merge_ask: (number: number, into: number) => `Объединить №${number} с №${into}?`,
  goes: 'Уйдёт в другой',
  stays: 'Останется',
  another: 'Выбрать другой',
  merge_now: 'Объединить',
  link_title: 'Связать с другим тикетом',
  link_hint: 'Клиенты связь не видят. Переписки остаются порознь.',
  number: 'Номер тикета',
  find: 'Найти',
  find_none: (number: string) => `Тикета №${number} нет`,
  merge_with: (number: number) => `Объединить с №${number}`,
  link_with: (number: number) => `Связать с №${number}`,
  candidates: 'Похожие и недавние тикеты ресторана',
  no_candidates: 'Других тикетов этого ресторана нет. Можно найти по номеру.',
  foreign: 'Другой ресторан: объединить нельзя',

  split_title: 'Вынести сообщение в новый тикет',
  split_hint: 'Сообщение перейдёт с файлами. Клиент, категория и ресторан останутся прежними.',
  split_one: 'Вынести',
  split_of: (text: string) => `Вынести: ${text}`,
  split_none: 'В тикете должно быть хотя бы два сообщения и одно из них — клиента.',

  follow_title: 'Продолжить новым тикетом',
  follow_hint: 'Клиент увидит новый тикет, который начинается этим сообщением. Отменить это нельзя.',
  follow_text: 'Первое сообщение',
  follow: 'Создать тикет',

  article: 'Сделать материал',
  article_made: (title: string) => `Черновик ${quoted(title)} в базе знаний`,
  article_was: (title: string) => `Черновик ${quoted(title)} уже сделан из этого тикета`,
  article_open: 'Открыть черновик',
  article_waits: 'Его дополнит и опубликует редактор.',
  left_out: (names: number, contacts: number, files: number) =>
    `Не перенесено: имён — ${names}, телефонов и адресов — ${contacts}, файлов — ${files}. Проверьте текст перед публикацией.`,

  similar: 'Похожие тикеты',
  similar_unsure: 'Точно такого не нашли. Похожее:',
  similar_none: 'Похожих нет',
  similar_failed: 'Не удалось найти похожие',
  of_restaurant: 'Другие тикеты ресторана',
} as const
