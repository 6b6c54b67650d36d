import { plural } from '@podmoga/contract/fields/plural'

const PEOPLE = ['человек', 'человека', 'человек'] as const
const FILES = ['файл', 'файла', 'файлов'] as const

export const INCIDENTS = {
  goes_on: 'Инцидент',
  over: 'Инцидент закончился',
  since: (at: string) => `с ${at}`,
  until: (from: string, to: string) => `${from} — ${to}`,
  marked: 'Отмечено',
  take_back: 'Убрать отметку',
  counted: (count: number) => `Отметили: ${count} ${plural(count, PEOPLE)}`,
  updates: 'Что нового',
  more: 'Добавить слово или фото',
  words: 'Что у вас происходит?',
  attach: 'Файлы',
  camera: 'Снять фото',
  remove: (name: string) => `Удалить ${name}`,
  send: 'Добавить',
  cancel: 'Отмена',
  empty: 'Напишите слово или приложите фото',
  drop: 'Удалить',
  received: ({ text, files }: { text: string | null; files: number }) =>
    `Поддержка получила: ${[text, files > 0 && `${files} ${plural(files, FILES)}`].filter(Boolean).join(' · ')}`,
  states: {
    waiting: 'Ждёт сети: уйдёт, когда она появится',
    sending: 'Отправляем…',
    failed: 'Добавить не удалось',
  },
  works: 'Заработало?',
  yes: 'Да, работает',
  no: 'Нет',
  thanks: { yes: 'Спасибо, рады слышать', no: 'Поддержка увидит, что у вас ещё не работает' },
  failed: 'Не получилось. Попробуйте ещё раз',
} as const
