import { counted } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'

const ROWS = ['строка', 'строки', 'строк'] as const

export const IMPORT = {
  title: 'Внести из файла',
  export_csv: 'Скачать CSV',
  export_xlsx: 'Скачать XLSX',
  hint: 'CSV или XLSX до 5 000 строк. Первая строка — названия столбцов: Имя, Фамилия, Почта, Телефон, Рестораны, Управляет, Роли в поддержке. Несколько ресторанов разделяет знак |. Пустая клетка ничего не меняет.',
  file: 'Файл сотрудников',
  drop: 'Перетащите или выберите файл',
  checking: 'Читаем файл',
  fate: { add: 'Новые', change: 'Изменятся', same: 'Без изменений', bad: 'Не подходят' },
  bad: 'Не подходит',
  became: { add: 'Добавлены', change: 'Изменены', same: 'Без изменений', bad: 'Не внесены' },
  all: 'Все строки',
  show: 'Показать',
  line: (line: number) => `Строка ${line}`,
  send: 'Сразу отправить приглашения письмом',
  run: (count: number) => `Внести: ${counted(count, ROWS)}`,
  running: 'Вносим',
  progress: (done: number, total: number) => `${done} из ${counted(total, ROWS)}`,
  done: 'Файл внесён',
  nothing: 'Вносить нечего',
  errors: 'Скачать строки с ошибками',
  only_bad: 'Только с ошибками',
  bad_columns: ['Строка', 'Почему не подходит'],
  first_rows: (shown: number, all: number) => `Показаны первые ${shown} из ${all}.`,
  another: 'Другой файл',
  gone: 'Этого файла здесь больше нет: прочитанное хранится сутки. Загрузите его снова.',
  ignored: (names: readonly string[]) =>
    `Эти столбцы не читаются: ${names.map(quoted).join(', ')}. Если они нужны, проверьте названия в первой строке файла.`,
  none: 'Таких строк нет',
  next: 'Дальше',
} as const
