import { quoted } from '@podmoga/contract/fields/quoted'

/** Texts of the canned replies dialog, apart from the first load. */
export const CANNED = {
  canned_title: 'Шаблоны ответов',
  canned_none: 'Шаблонов пока нет',
  canned_hint:
    'В тексте можно писать {имя}, {ресторан} и {номер}: они заполнятся сами. Остальное в скобках заполняет агент.',
  canned_name: 'Название',
  canned_text: 'Текст',
  canned_shared: 'Общий для всех агентов',
  canned_files: 'Файлы шаблона',
  canned_files_hint: 'Уйдут вместе с ответом, как приложенные самим агентом',
  canned_remove_file: (name: string) => `Удалить ${name}`,
  canned_going: 'уйдёт, когда сохраните шаблон',
  canned_bring: 'Вернуть',
  canned_bring_file: (name: string) => `Вернуть ${name}`,
  canned_new: 'Новый шаблон',
  canned_save: 'Сохранить шаблон',
  canned_insert: 'Вставить',
  canned_edit: 'Изменить',
  canned_delete: 'Удалить',
  canned_insert_named: (title: string) => `Вставить ${quoted(title)}`,
  canned_edit_named: (title: string) => `Изменить ${quoted(title)}`,
  canned_delete_named: (title: string) => `Удалить ${quoted(title)}`,
  canned_sure: (title: string) => `Удалить шаблон ${quoted(title)}?`,
  canned_sure_text: (is_shared: boolean) =>
    is_shared ? 'Шаблон пропадёт у всех агентов. Вернуть его нельзя.' : 'Вернуть его нельзя.',
  canned_failed: 'Не удалось сохранить шаблон',
  canned_changed:
    'Пока вы меняли, шаблон изменил кто-то другой. Ваш текст здесь; сохраните ещё раз, и он заменит то, что стоит там.',
  canned_gone:
    'Пока вы меняли, шаблон удалил кто-то другой. Ваш текст здесь; сохраните ещё раз, и это будет новый шаблон.',
  canned_of: (is_shared: boolean, uses: number) =>
    `${is_shared ? 'общий' : 'личный'}${uses > 0 ? `, вставляли: ${uses.toLocaleString('ru')}` : ''}`,
} as const
