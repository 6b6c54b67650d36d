import { confirm } from '@podmoga/contract/confirmation'
import {
  addRestaurant,
  archiveRestaurant,
  importRestaurants,
  listAdminRestaurants,
} from '@podmoga/contract/desk/admin'
import {
  checkPeopleImport,
  exportPeople,
  getImportErrors,
  getPeopleImport,
  type PeopleImport,
  runPeopleImport,
} from '@podmoga/contract/desk/imports'
import { listJournal } from '@podmoga/contract/desk/journal'
import { addApiKey, revokeApiKey } from '@podmoga/contract/desk/keys'
import { listPeople } from '@podmoga/contract/desk/people'
import type { FastifyInstance } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'
import { lockPeople } from '../people/people.sql.ts'
import { forgetImports, forgetRowsAbout, IMPORTS_KEPT, rowsAbout } from './import.sql.ts'

const DAY_MS = 24 * 3600_000

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let tokens: Record<'admin' | 'admin2' | 'manager', string>
let places: { r11: string; r12: string }

const HEAD = 'Имя;Фамилия;Почта;Телефон;Рестораны;Управляет;Роли в поддержке'

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '100000' })
  walls = await seedPeopleManagers(world)
  const sign = ({ login }: { login: string }) => world.signIn(login)
  tokens = {
    admin: await sign(walls.admin),
    admin2: await sign(walls.admin2),
    manager: await sign(walls.manager),
  }
  const nameOf = async (id: string) =>
    String((await world.sql`select name from restaurants where id = ${id}`)[0]?.name)
  places = { r11: await nameOf(walls.r11), r12: await nameOf(walls.r12) }
})
afterAll(() => world.close())

const addStaff = (email: string, first_name: string) =>
  addPerson(world.sql, { business_id: walls.businesses.n1, email, first_name, restaurants: [walls.r11] })
const as = (who: keyof typeof tokens) => world.as({ token: tokens[who] })
const csv = (...lines: string[]) =>
  new File([[HEAD, ...lines].join('\r\n')], 'люди.csv', { type: 'text/csv' })
const check = (file: Blob, who: keyof typeof tokens = 'admin') =>
  as(who)(checkPeopleImport, { form: {}, files: [file] })
const says = ({ rows }: PeopleImport) =>
  rows.map(({ line, fate, says: words }) => `${line} ${fate}: ${words}`)
const run = async (
  made: PeopleImport,
  send: 'link' | 'email' = 'link',
  who: keyof typeof tokens = 'admin',
) => {
  const params = { importId: made.id }
  await as(who)(runPeopleImport, { params, body: { send } })
  await expect
    .poll(async () => (await as(who)(getPeopleImport, { params })).state, { timeout: 60_000 })
    .toBe('done')
  return as(who)(getPeopleImport, { params })
}
const textOf = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
const book = (sheet: string, more: Record<string, Uint8Array> = {}) =>
  new File(
    [
      new Uint8Array(
        zipSync({
          '[Content_Types].xml': strToU8(TYPES),
          'xl/workbook.xml': strToU8('<workbook/>'),
          'xl/worksheets/sheet1.xml': strToU8(sheet),
          ...more,
        }),
      ),
    ],
    'люди.xlsx',
  )

describe('people by a file', () => {
  test('each row gets a fate, nothing changes before it is confirmed, and the same file twice changes nothing', async () => {
    await addStaff('old@import.test', 'Старый')
    const file = () =>
      csv(
        `Новый;Повар;new@import.test;+998901234567;${places.r11};;`,
        `Другое имя;;old@import.test;;${places.r11} | ${places.r12};;Агент поддержки`,
        `;;;90 111;;;`,
        `Кто-то;;who@import.test;;Нет такого;;`,
        `Дважды;;;90 123 45 67;;;`,
        ``,
        `Чужой;;d@walls.test;;;;`,
        `Я сам;;admin@walls.test;;${places.r11};;`,
      )
    const checked = await check(file())
    expect(says(checked)).toEqual([
      '2 add: Новый сотрудник',
      '3 change: Изменится: имя, рестораны, роли',
      '4 bad: Неверный номер телефона: 90 111',
      '5 bad: Нет ресторана «Нет такого»',
      '6 bad: Повторяет строку 2',
      '8 bad: Такая почта или такой телефон уже есть у другого человека',
      '9 bad: Изменить этого сотрудника вы не можете',
    ])
    expect(checked).toMatchObject({ total: 7, done: 0, counts: { add: 1, change: 1, same: 0, bad: 5 } })
    const found = async (search: string) => (await as('admin')(listPeople, { query: { search } })).results
    expect(await found('new@import.test')).toEqual([])

    const done = await run(checked, 'email')
    expect(done).toMatchObject({ state: 'done', done: 7 })
    expect((await found('new@import.test'))[0]).toMatchObject({
      first_name: 'Новый',
      last_name: 'Повар',
      phone: '+998901234567',
      state: 'invited',
      restaurants: [{ id: walls.r11, role: 'staff' }],
    })
    expect((await found('old@import.test'))[0]).toMatchObject({
      first_name: 'Другое имя',
      desk_roles: ['agent'],
      restaurants: [{ id: walls.r11 }, { id: walls.r12 }],
    })
    await expect.poll(() => world.mail.sent.map(({ to }) => to)).toContain('new@import.test')

    const errors = textOf((await as('admin')(getImportErrors, { params: { importId: done.id } })).base64)
    expect(errors).toContain('Кто-то;;who@import.test;;Нет такого;;;Нет ресторана «Нет такого»')
    const again = await check(file())
    expect(again.counts).toEqual({ add: 0, change: 0, same: 2, bad: 5 })
    await run(again)
    expect((await check(file())).counts.same).toBe(2)
  })

  test('N02: a file gives an address to who has not joined yet, and no way in to an account in use', async () => {
    const joined = await addStaff('way@import.test', 'Вошедший')
    await world.sql`update people set email = null, phone = '+998901110011' where id = ${joined.id}`
    const invited = await addStaff('invited@import.test', 'Приглашённый')
    await world.sql`update people set joined_at = null where id = ${invited.id}`
    const rows = [
      'Вошедший;;evil@import.test;+998901110011;;;',
      'Приглашённый;;invited@import.test;+998901110012;;;',
    ]
    const own = 'Почту или телефон добавит сам сотрудник в профиле'
    const checked = await check(csv(...rows))
    expect(says(checked)).toEqual([`2 same: Без изменений. ${own}`, '3 change: Изменится: телефон'])
    await run(checked)
    const addresses = async (id: string) =>
      (await world.sql`select email, phone from people where id = ${id}`)[0]
    expect(await addresses(joined.id)).toEqual({ email: null, phone: '+998901110011' })
    expect(await addresses(invited.id)).toEqual({ email: 'invited@import.test', phone: '+998901110012' })
    const renamed = await check(csv('Другой;;evil@import.test;+998901110011;;;'))
    expect(says(renamed)).toEqual([`2 change: Изменится: имя. ${own}`])
    await run(renamed)
    expect(await addresses(joined.id)).toEqual({ email: null, phone: '+998901110011' })
  })

  test('an export imports again unchanged, as CSV and as a workbook, and no cell runs as a formula', async () => {
    await addStaff('formula@import.test', '=HYPERLINK("http://evil.test";"x")')
    await world.sql`update people set last_name = '+cmd|calc' where email = 'formula@import.test'`
    for (const format of ['csv', 'xlsx'] as const) {
      const out = await as('admin')(exportPeople, { query: { format } })
      const bytes = new Uint8Array(Buffer.from(out.base64, 'base64'))
      if (format === 'csv') {
        const text = textOf(out.base64)
        expect(text).toContain(`"'=HYPERLINK(""http://evil.test"";""x"")";'+cmd|calc;formula@import.test`)
        expect(text).not.toContain('d@walls.test')
      }
      const { counts } = await check(new File([bytes], `люди.${format}`))
      expect(counts, format).toMatchObject({ add: 0, change: 0, bad: 0 })
      expect(counts.same).toBeGreaterThan(5)
    }
  })

  test('N07: an export of all people is recorded in the journal, with its number and format', async () => {
    const entries = async () =>
      (await as('admin')(listJournal, { query: { event: 'people_exported' } })).results
    const before = await entries()
    await as('manager')(exportPeople, { query: { format: 'xlsx' } })
    const [entry, ...older] = await entries()
    expect(older).toEqual(before)
    expect(entry).toMatchObject({
      text: 'Выгружены сотрудники',
      person_id: walls.manager.id,
      after: { format: 'xlsx', people: expect.any(Number) },
    })
    expect(entry?.changes.map(({ name }) => name)).toEqual(['Людей', 'Вид файла'])
    expect(entry?.after?.people).toBeGreaterThan(1)
  })

  test('a manager brings in staff of their own restaurants and takes out nobody else’s', async () => {
    const made = await check(
      csv(
        `Повар;;mine@import.test;;${places.r11};;`,
        `Повар;;else@import.test;;${places.r12};;`,
        `Повар;;nowhere@import.test;;;;`,
        `Босс;;boss@import.test;;${places.r11};;Администратор`,
      ),
      'manager',
    )
    expect(says(made)).toEqual([
      '2 add: Новый сотрудник',
      `3 bad: Нет ресторана «${places.r12}»`,
      '4 bad: Не указан ресторан',
      '5 bad: Роли и управляющих назначает администратор',
    ])
    await run(made, 'link', 'manager')
    const out = textOf((await as('manager')(exportPeople, {})).base64)
    expect(out).toContain('mine@import.test')
    expect(out).not.toContain('admin@walls.test')
    const params = { importId: made.id }
    await expect(as('admin2')(getPeopleImport, { params })).rejects.toMatchObject({ code: 'not_found' })
    await expect(as('admin')(runPeopleImport, { params, body: {} })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('restaurants by a file: told row by row, brought in at once, and a second time nothing changes', async () => {
    const text = (...lines: string[]) =>
      new File([['Название;Часовой пояс;Понедельник;Вторник', ...lines].join('\n')], 'сеть.csv', {
        type: 'text/csv',
      })
    const bring = (file: Blob, dry_run: 'true' | 'false', who: keyof typeof tokens = 'admin') =>
      as(who)(importRestaurants, { form: { dry_run }, files: [file] })
    const { id } = await as('admin')(addRestaurant, { body: { name: 'Закрытый' } })
    await as('admin')(archiveRestaurant, { params: { restaurantId: id } })
    const file = text(
      'Самса на вокзале;Europe/Moscow;10:00 – 23:00;',
      'самса  НА вокзале;;;',
      `${places.r11};;;`,
      `${places.r12.toUpperCase()};самарканд;;`,
      'Где-то;Луна;;',
      'Когда-то;;с утра;',
      'Закрытый;;;',
      ';Europe/Moscow;;',
      '=cmd|calc;;;',
    )
    const list = async () => (await as('admin')(listAdminRestaurants, {})).restaurants
    const before = await list()
    const preview = await bring(file, 'true')
    expect(preview.rows.map(({ line, fate, says: words }) => `${line} ${fate}: ${words}`)).toEqual([
      '2 add: Новый ресторан',
      '3 bad: Повторяет строку 2',
      '4 same: Без изменений',
      '5 change: Изменится: часовой пояс',
      '6 bad: Часовой пояс: Недопустимое значение',
      '7 bad: Понедельник: Непонятно: «с утра». Часы в виде 10:00-23:00',
      '8 bad: Такой ресторан в архиве: верните его оттуда',
      expect.stringMatching(/^9 bad: Название: /),
      '10 add: Новый ресторан',
    ])
    expect(preview.counts).toEqual({ add: 2, change: 1, same: 1, bad: 5 })
    const { columns = [] } = preview
    const cellOf = (line: number, column: string) =>
      preview.rows.find((row) => row.line === line)?.cells?.[columns.indexOf(column)]
    expect([cellOf(6, 'Название'), cellOf(6, 'Часовой пояс')]).toEqual(['Где-то', 'Луна'])
    expect(cellOf(7, 'Понедельник')).toBe('с утра')
    expect(preview.rows.filter(({ cells }) => cells !== undefined).every(({ fate }) => fate === 'bad')).toBe(
      true,
    )
    expect(await list()).toEqual(before)
    await bring(file, 'false')
    const after = await list()
    expect(after).toHaveLength(before.length + 2)
    expect(after.find(({ name }) => name === 'Самса на вокзале')).toMatchObject({
      timezone: 'Europe/Moscow',
      hours: ['10:00-23:00', '', '', '', '', '', ''],
    })
    expect(after.find(({ name }) => name === places.r12)).toMatchObject({
      timezone: 'Asia/Samarkand',
      timezone_name: 'Самарканд, UTC+5',
    })
    expect((await bring(file, 'false')).counts).toEqual({ add: 0, change: 0, same: 4, bad: 5 })
    expect(await list()).toEqual(after)
    await expect(bring(file, 'true', 'manager')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(bring(new File(['Имя\nА'], 'а.csv'), 'true')).rejects.toMatchObject({
      fields: { file: expect.stringContaining('Нет столбца «Название»') },
    })
    const many = text(...Array.from({ length: 1001 }, (_, n) => `Точка ${n};;;`))
    await expect(bring(many, 'true')).rejects.toMatchObject({
      fields: { file: expect.stringMatching(/не больше 1\s000/) },
    })
  })

  test('an import by a person who loses the admin role meanwhile adds nobody', async () => {
    const { n1 } = walls.businesses
    const made = await check(csv('Поздний;;late@import.test;;;;', ';;agent@walls.test;;;;Администратор'))
    const params = { importId: made.id }
    await world.sql.begin(async (tx) => {
      await lockPeople(tx, n1)
      // The import waits for the people lock, under which the manager's role is removed.
      await as('admin')(runPeopleImport, { params, body: { send: 'link' } })
      await tx`delete from desk_members where person_id = ${walls.admin.id} and role = 'admin'`
    })
    const rows = () => world.sql<{ fate: string; done: boolean }[]>`
      select fate, done from people_import_rows where import_id = ${made.id}::uuid`
    await expect.poll(async () => (await rows()).every(({ done }) => done), { timeout: 60_000 }).toBe(true)
    expect((await rows()).map(({ fate }) => fate)).toEqual(['bad', 'bad'])
    expect(await world.sql`select from people where email = 'late@import.test'`).toEqual([])
    await world.sql`
      insert into desk_members (person_id, business_id, role) values (${walls.admin.id}, ${n1}, 'admin')`
    tokens.admin = await world.signIn(walls.admin.login)
  })

  test('an import that an API key began brings nobody in once the key is revoked', async () => {
    const token = tokens.admin
    await world.as({ token })(confirm, { body: { password: PASSWORD } })
    const { id: keyId, key } = await world.as({ token })(addApiKey, {
      body: { name: 'Кадры', scopes: ['admin', 'roles'], days: 1 },
    })
    const call = world.as({ token: key })
    const { id } = await call(checkPeopleImport, { form: {}, files: [csv('Поздний;;bykey@import.test;;;;')] })
    await world.sql.begin(async (tx) => {
      await lockPeople(tx, walls.businesses.n1)
      await call(runPeopleImport, { params: { importId: id }, body: { send: 'email' } })
      await as('admin')(revokeApiKey, { params: { keyId } })
    })
    const look = () => as('admin')(getPeopleImport, { params: { importId: id } })
    await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('done')
    expect(await look()).toMatchObject({ counts: { add: 0, bad: 1 } })
    expect(await world.sql`select from people where email = 'bykey@import.test'`).toEqual([])
  })

  /** Starts an import with letters on another server, which cannot begin before `until` has resolved. */
  const pressElsewhere = async (
    name: string,
    until: (other: FastifyInstance, importId: string) => Promise<unknown>,
  ) => {
    const emails = Array.from({ length: 120 }, (_, at) => `${name}${at}@import.test`)
    const { id } = await check(csv(...emails.map((email) => `Повар;;${email};;${places.r11};;`)))
    const other = await secondServer(world, { RATE_LIMITS: 'off' })
    await other.ready()
    await world.sql.begin(async (tx) => {
      await lockPeople(tx, walls.businesses.n1)
      const pressed = await other.inject({
        method: 'POST',
        url: `/api/desk/admin/people/import/${id}/run/`,
        headers: { authorization: `Bearer ${tokens.admin}` },
        payload: { send: 'email' },
      })
      expect(pressed.json()).toMatchObject({ state: 'running', done: 0 })
      await until(other, id)
    })
    const look = () => as('admin')(getPeopleImport, { params: { importId: id } })
    await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('done')
    await other.close()
    expect(await look()).toMatchObject({ done: 120, counts: { add: 120, bad: 0 } })
    const rows = await world.sql`
      select p.email from people p join audit a on a.subject = 'person ' || p.id and a.event = 'person_imported'
        and a.person_id = ${walls.admin.id} and a.request_id is not null
      where p.email like ${`${name}%@import.test`}`
    expect(rows.map(({ email }) => String(email)).toSorted()).toEqual(emails.toSorted())
    const letters = () => world.mail.sent.filter(({ to }) => to.startsWith(name)).length
    await expect.poll(letters, { timeout: 60_000 }).toBe(120)
    expect(await world.sql`select from people_imports where id = ${id}::uuid and run_by is not null`).toEqual(
      [],
    )
  }

  test('an import whose server is shut down goes on by itself on another, each row once', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    await pressElsewhere('shut', async (other) => {
      closed = other.close()
    })
    await closed
  })

  test('an import whose server has died is adopted when its lease is over, and each row is brought in once', async () => {
    await pressElsewhere('died', async (_, id) => {
      world.clock.move(21_000)
      // The first server is presumed dead but is not: both continue as soon as they can.
      const touched = async () =>
        (
          await world.sql<
            { touched_at: Date }[]
          >`select touched_at from people_imports where id = ${id}::uuid`
        )[0]?.touched_at
      const now = world.clock.now().getTime()
      await expect
        .poll(async () => (await touched())?.getTime(), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(now)
    })
  })

  test('a file that was read is forgotten after a day, with every name in it', async () => {
    const file = new File(['Имя;Почта\nОднажды;once@import.test'], 'вчера.csv', { type: 'text/csv' })
    const { id } = await as('admin')(checkPeopleImport, { form: {}, files: [file] })
    const rows = () => world.sql`select from people_import_rows where import_id = ${id}::uuid`
    const now = world.clock.now().getTime()
    await forgetImports(world.sql, new Date(now + DAY_MS - 1000))
    expect(await rows()).toHaveLength(1)
    await forgetImports(world.sql, new Date(now + DAY_MS + 1000))
    expect(await rows()).toHaveLength(0)
  })

  test('five thousand rows come in while the server answers others, and one more is refused', async () => {
    const line = (at: number) => `Имя${at};;many${at}@import.test;;${places.r12};;`
    const lines = Array.from({ length: 5000 }, (_, at) => line(at))
    await expect(check(csv(...lines, line(5000)))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Слишком много строк'),
    })
    const checked = await check(csv(...lines))
    expect(checked.counts.add).toBe(5000)
    expect(checked.rows).toHaveLength(100)
    await as('admin')(runPeopleImport, { params: { importId: checked.id }, body: {} })
    const seen = new Set<number>()
    const look = async () => {
      const { state, done } = await as('admin')(getPeopleImport, { params: { importId: checked.id } })
      seen.add(done)
      return state
    }
    await expect.poll(look, { timeout: 90_000, interval: 20 }).toBe('done')
    expect(seen.size).toBeGreaterThan(3)
    const [row] =
      await world.sql`select count(*)::int as count from people where email like 'many%@import.test'`
    expect(row?.count).toBe(5000)
  })

  test('N06: one text that stands in every cell is refused while it is read, and says where', async () => {
    const shared = `<sst><si><t>Имя</t></si><si><t>Почта</t></si><si><t>${'я'.repeat(1900)}</t></si></sst>`
    const row = (at: number, cells: number[]) =>
      `<row r="${at}">${cells.map((one) => `<c t="s"><v>${one}</v></c>`).join('')}</row>`
    const rows = Array.from({ length: 4999 }, (_, at) => row(at + 2, [0, 0, 2, 2, 2, 2, 2]))
    const sheet = `<worksheet><sheetData>${row(1, [0, 1])}${rows.join('')}</sheetData></worksheet>`
    const file = book(sheet, { 'xl/sharedStrings.xml': strToU8(shared) })
    expect(file.size).toBeLessThan(64 * 1024)
    await expect(check(file)).rejects.toMatchObject({
      code: 'invalid',
      fields: { file: expect.stringMatching(/^Слишком много текста: .* строка \d+, столбец [C-G]\.$/) },
    })
    const csvOf = (text: string) => new File([`Имя;Почта\nПовар;${text}@a.test`], 'люди.csv')
    await expect(check(csvOf('x'.repeat(400)))).rejects.toMatchObject({
      fields: { file: expect.stringMatching(/^Слишком длинный текст: строка 2, столбец «Почта», .*320/) },
    })
    await expect(check(csvOf('x'.repeat(2001)))).rejects.toMatchObject({
      fields: { file: expect.stringMatching(/^Слишком длинный текст: строка 2, столбец B, .*2\s000/) },
    })
    // A wrong address of acceptable length only makes the row bad.
    expect((await check(csvOf('x'.repeat(290)))).counts.bad).toBe(1)
    const hours = new File([`Название;Понедельник\nТочка;${'x'.repeat(2001)}`], 'сеть.csv')
    await expect(
      as('admin')(importRestaurants, { form: { dry_run: 'true' }, files: [hours] }),
    ).rejects.toMatchObject({ fields: { file: expect.stringMatching(/строка 2, столбец B,/) } })
  })

  test('the rows of whoever is forgotten are found along indexes, in the files of their business alone', async () => {
    const file = (name: string) => new File([`Имя;Почта;Телефон\n${name}`], 'чужие.csv')
    const own = await check(file('Кто;Same@Import.test;8 (90) 777-88-99'))
    const others = await check(file('Кто;same@import.test;907778899'), 'admin2')
    const asked = {
      business_id: walls.businesses.n1,
      email: 'same@import.TEST',
      phone: '+998907778899',
    }
    const plan = await world.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      return tx`explain select from people_import_rows r where ${rowsAbout(tx, asked)}`
    })
    const plan_text = JSON.stringify(plan)
    for (const index of ['people_import_rows_email', 'people_import_rows_phone'])
      expect(plan_text).toContain(index)
    expect(plan_text).not.toContain('Seq Scan')
    await forgetRowsAbout(world.sql, asked)
    const left = async ({ id }: PeopleImport) =>
      (await world.sql`select from people_import_rows where import_id = ${id}::uuid`).count
    expect([await left(own), await left(others)]).toEqual([0, 1])
  })

  test('whoever reads file after file keeps the newest of them', async () => {
    const made: string[] = []
    for (let at = 0; at <= IMPORTS_KEPT; at += 1)
      made.push((await check(csv(`Повар;;keeps${at}@import.test;;;;`), 'admin2')).id)
    const params = (at: number) => ({ params: { importId: made.at(at) ?? '' } })
    await expect(as('admin2')(getPeopleImport, params(0))).rejects.toMatchObject({ code: 'not_found' })
    for (const at of [1, -1]) await as('admin2')(getPeopleImport, params(at))
  })

  test('ignored columns are reported for as long as the import exists', async () => {
    const file = new File([`Имя;Почта;Смена\r\nАнна;anna-columns@import.test;утро`], 'смена.csv')
    const { id, ignored_columns } = await check(file)
    expect(ignored_columns).toEqual(['Смена'])
    expect(await as('admin')(getPeopleImport, { params: { importId: id } })).toMatchObject({
      ignored_columns: ['Смена'],
    })
  })

  test('a page of the previous release still finds its import', async () => {
    const { id } = await check(csv('Прежний;;former@import.test;;;;'))
    for (const { path, former_path } of [getPeopleImport, getImportErrors]) {
      const [now, before] = await Promise.all(
        [path, former_path].map((one) =>
          world.app.inject({
            url: `/api/${one.replace(':importId', id)}`,
            headers: { authorization: `Bearer ${tokens.admin}` },
          }),
        ),
      )
      expect([path, before?.statusCode, before?.body]).toEqual([path, 200, now?.body])
    }
  })

  test('N06: hostile and broken files are refused with a sentence', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const heading = `<row r="1">${cell('A1', 'Имя')}${cell('B1', 'Почта')}${cell('C1', 'Телефон')}</row>`
    const sheet = (rows: string) => `<worksheet><sheetData>${heading}${rows}</sheetData></worksheet>`
    const far = sheet(`<row r="1000000">${cell('A1000000', 'Имя')}</row>`)
    const bad: [string, Blob][] = [
      ['макросы', book(sheet(''), { 'xl/vbaProject.bin': strToU8('x') })],
      ['Слишком много строк', book(far)],
      [
        'слишком много данных',
        book(sheet(`<row r="2"><c r="A2"><v>${' '.repeat(26 * 1024 * 1024)}</v></c></row>`)),
      ],
      ['повреждён', book(`<!DOCTYPE a [<!ENTITY b "b">]>${sheet('')}`)],
      ['повреждён', book('<worksheet><sheetData><row r="1"')],
      ['Слишком много столбцов', book(sheet(`<row r="2">${cell('ZZ2', 'x')}</row>`))],
      ['ни одной строки', book(sheet('<row r="2"/>'.repeat(3)))],
      ['Нет столбца «Имя»', new File(['a;b\r\n1;2'], 'люди.csv')],
      ['кавычки', new File([`${HEAD}\r\n"a;b`], 'люди.csv')],
      ['Неподдерживаемый формат', new File(['просто текст'], 'люди.xlsx')],
      ['Неподдерживаемый формат', new File([`${HEAD}`], 'люди.ods')],
    ]
    for (const [words, file] of bad)
      await expect(check(file), words).rejects.toMatchObject({ message: expect.stringContaining(words) })
    const legacy = Buffer.from(
      [...`${HEAD}\r\n`].map((letter) =>
        letter.charCodeAt(0) < 128
          ? letter.charCodeAt(0)
          : letter === 'ё'
            ? 0xb8
            : letter.charCodeAt(0) - 0x410 + 0xc0,
      ),
    )
    const names = Buffer.concat([legacy, Buffer.from('Cook;;legacy@import.test;;;;')])
    expect((await check(new File([new Uint8Array(names)], 'люди.csv'))).counts.add).toBe(1)
    const formula = sheet(
      `<row r="2">${cell('A2', 'Имя')}<c r="B2" t="str"><f>HYPERLINK("x")</f><v>f@import.test</v></c></row>`,
    )
    expect(says(await check(book(formula)))).toEqual(['2 add: Новый сотрудник'])
  })
})
