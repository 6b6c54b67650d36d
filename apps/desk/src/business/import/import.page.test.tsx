// @vitest-environment happy-dom
import {
  checkPeopleImport,
  getImportErrors,
  getPeopleImport,
  type PeopleImport,
  runPeopleImport,
} from '@podmoga/contract/desk/imports'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  attach,
  buttons,
  fill,
  isAccessible,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { ImportPage } from './import.page.tsx'

const READ: PeopleImport = {
  ...{ id: '9', file_name: 'смена.csv', state: 'checked', total: 2, done: 0, next: null },
  counts: { add: 1, change: 0, same: 0, bad: 1 },
  rows: [
    { line: 2, name: 'Гульнора', fate: 'add', says: 'Новый сотрудник' },
    { line: 3, name: 'Пропажа', fate: 'bad', says: 'Нет ни почты, ни телефона' },
  ],
}
const wire = wireOfEach()
let made = READ
beforeEach(() => {
  made = READ
  wire.answer(checkPeopleImport, () => made)
  wire.answer(getPeopleImport, ({ url }) => {
    const fate = new URL(url, 'http://desk.test').searchParams.get('fate')
    return { ...made, rows: made.rows.filter((row) => fate === null || row.fate === fate) }
  })
})
const open = (at = '') => openScreen(wire, <ImportPage />, `/admin/people/import${at}`, ['admin'])
const file = () =>
  new File(['Имя;Почта;Телефон;Рестораны\r\nГульнора;g@demo.test;;\r\nПропажа;;;'], 'смена.csv')

test('a file that is no table says why, and another one may follow', async () => {
  wire.fail(checkPeopleImport, {
    code: 'invalid',
    error: 'Это не таблица.',
    fields: { file: 'Это не таблица' },
  })
  open()
  await attach('Файл сотрудников', file())
  await says('Это не таблица')
  await attach('Файл сотрудников', file())
  await says('Строка 3: Нет ни почты, ни телефона')
})

test('an unknown column is reported, and not for the next file', async () => {
  made = { ...READ, ignored_columns: ['Роль', 'Смена'] }
  open()
  await attach('Файл сотрудников', file())
  await says('Эти столбцы не читаются: «Роль», «Смена».')
  await isAccessible()
  reload()
  await says('Эти столбцы не читаются: «Роль», «Смена».')
  await press('Другой файл')
  await saysNo('Эти столбцы не читаются')
})

test('people of a file: outcomes first, import after confirmation, rejected rows as a file', async () => {
  wire.answer(runPeopleImport, () => {
    made = { ...READ, state: 'done', done: 1 }
    return made
  })
  wire.answer(getImportErrors, {
    ...{ file_name: 'смена-ошибки.csv', content_type: 'text/csv', base64: btoa('x') },
  })
  open()
  await attach('Файл сотрудников', file())
  await says('Строка 3: Нет ни почты, ни телефона')
  await says('Новый сотрудник')
  await isAccessible()
  expect(wire.sent(runPeopleImport)).toHaveLength(0)
  await fill('Показать', 'bad')
  await saysNo('Новый сотрудник')
  await tick('Сразу отправить приглашения письмом')
  await press('Внести: 1 строка')
  await says('Файл внесён')
  expect(wire.bodies(runPeopleImport)).toEqual([{ send: 'email' }])
  expect(buttons('Внести: 1 строка')).toEqual([])
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await press('Скачать строки с ошибками')
  await vi.waitFor(() => expect(saved).toEqual(['смена-ошибки.csv']))
  vi.restoreAllMocks()
  await press('Другой файл')
  await says('Перетащите или выберите файл')
})

test('a running import shows its progress and no buttons', async () => {
  made = { ...READ, state: 'running', total: 40, done: 10 }
  open()
  await attach('Файл сотрудников', file())
  await says('Вносим: 10 из 40 строк')
  expect(buttons('Другой файл')).toEqual([])
})

test('an unfinished import is found after a reload, also after a server restart', async () => {
  made = { ...READ, state: 'running', total: 40, done: 10 }
  open()
  await attach('Файл сотрудников', file())
  await says('Вносим: 10 из 40 строк')
  // While the server restarts, requests fail; the last progress stays.
  wire.fail(getPeopleImport, 'lost', 'lost')
  await vi.waitFor(() => expect(wire.sent(getPeopleImport).length).toBeGreaterThan(2))
  await says('Вносим: 10 из 40 строк')
  made = { ...READ, state: 'running', total: 40, done: 20 }
  await says('Вносим: 20 из 40 строк')
  reload()
  await says('Вносим: 20 из 40 строк')
  made = { ...READ, state: 'done', total: 40, done: 40 }
  await says('Файл внесён')
  // A finished import is not shown on the next visit.
  reload()
  await says('Перетащите или выберите файл')
})

test('the address of an import opens it; one that is gone says so and makes room for another', async () => {
  open('?file=9')
  await says('Строка 3: Нет ни почты, ни телефона')
  wire.fail(getPeopleImport, { code: 'not_found', error: 'Такого импорта нет.' })
  reload()
  await says('Этого файла здесь больше нет')
  await press('Другой файл')
  await says('Перетащите или выберите файл')
})
