import { join } from 'node:path'
import type { Call } from '@podmoga/contract/client'
import { exportFigures } from '@podmoga/contract/desk/figures'
import { checkPeopleImport } from '@podmoga/contract/desk/imports'
import { exportKnowledge } from '@podmoga/contract/desk/material/exchange'
import { invitePerson, listPeople, setPersonAccess } from '@podmoga/contract/desk/people'
import * as data from '@podmoga/contract/desk/personal-data'
import { mergeTicket } from '@podmoga/contract/desk/relations'
import * as retention from '@podmoga/contract/desk/retention'
import { assignTicket } from '@podmoga/contract/desk/work'
import { changeName, sendEmailUpdateCode, sendRecoveryCode, verifyEmail } from '@podmoga/contract/profile'
import { listMessages } from '@podmoga/contract/tickets'
import type { Db } from '@podmoga/sql/sql'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../../doctor/examine.ts'
import { sweepUnattached } from '../../files/stored-files.ts'
import { ERASED_NAME, type Fate } from '../../module.ts'
import { MODULES } from '../../modules.ts'
import { diskFiles } from '../../ports/disk-files.ts'
import { lastCode, lettersTo } from '../../profile/profile.testing.sent.ts'
import { addPerson, type TestPerson } from '../../session/session.testing.ts'
import { PASSWORD } from '../../testing.ts'
import { forgetWords } from '../../tickets/retention/retention.sql.ts'
import { answer, openTicketWorld, picture, reply, writeTicket } from '../../tickets/tickets.testing.ts'
import { makeRetention, monthsAgo } from '../retention/retention.routes.ts'

const DAY_MS = 24 * 3600 * 1000
const FATES = Object.assign({}, ...MODULES.map(({ people }) => people)) as Record<string, Fate>

let t: Awaited<ReturnType<typeof openTicketWorld>>
let admin: TestPerson
let asAdmin: Call

/** Sensitive actions require a sign-in within the last ten minutes. */
const signInAnew = async (): Promise<void> => {
  asAdmin = t.world.as({ token: await t.world.signIn(admin.login) })
}
beforeAll(async () => {
  t = await openTicketWorld({ SESSION_DAYS: '3000', ACCESS_TOKEN_SECONDS: '315360000' })
  const business_id = t.walls.businesses.n1
  admin = await addPerson(t.world.sql, {
    business_id,
    email: 'admin@data.test',
    first_name: 'Нигора',
    desk: [{ role: 'admin', business_id }],
  })
  await signInAnew()
})
afterAll(() => t.world.close())

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const to = (person: TestPerson) => ({ params: { personId: person.id } })
const cook = (name: string, more: object = {}) =>
  addPerson(t.world.sql, {
    business_id: t.walls.businesses.n1,
    email: `${name}@data.test`,
    first_name: name,
    restaurants: [t.walls.r11],
    ...more,
  })
const enter = async (person: TestPerson) => {
  const token = await t.world.signIn(person.login)
  const call = t.world.as({ token, restaurant_id: t.walls.r11 })
  const headers = { authorization: `Bearer ${token}`, authrestaurantid: t.walls.r11 }
  const raw: typeof t.A.raw = (options) =>
    t.world.app.inject({ ...options, headers: { ...headers, ...options.headers } })
  return { call, raw }
}
const references = async (table: string) =>
  t.world.sql<{ name: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = ${table}::regclass order by 1`

describe('a person’s data', () => {
  test('as an archive: what is known of them, what they wrote, the files they attached, and nobody else’s', async () => {
    const person = await cook('arxiv', { phone: '+998901112233' })
    const { call, raw } = await enter(person)
    await writeTicket({ call, raw }, 'Сломался комбайн', [await picture()])
    await writeTicket(t.B, 'Чужой тикет', [])
    const { url } = await call(data.exportOwnData, {})
    const given = await t.world.app.inject({ method: 'GET', url })
    expect(given.statusCode).toBe(200)
    expect(given.headers['content-type']).toBe('application/zip')
    const files = unzipSync(new Uint8Array(given.rawPayload))
    const facts = JSON.parse(strFromU8(files['данные.json'] ?? new Uint8Array()))
    expect(facts.профиль).toMatchObject({ first_name: 'arxiv', phone: '+998901112233' })
    expect(facts.входы).toHaveLength(1)
    const written = JSON.parse(strFromU8(files['сообщения.json'] ?? new Uint8Array()))
    expect(written).toEqual([
      expect.objectContaining({ text: 'Сломался комбайн', files: [expect.anything()] }),
    ])
    expect(Object.keys(files).filter((name) => name.startsWith('файлы/'))).toEqual(written[0].files)
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes, true))
      .join()
    expect(all).not.toMatch(/argon2|password_hash|Чужой тикет/)
    // A tampered link is refused, and so is the token at another path.
    expect((await t.world.app.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
    expect((await t.world.app.inject({ method: 'GET', url: url.replace('/personal', '') })).statusCode).toBe(
      404,
    )
    const byAdmin = await asAdmin(data.exportPersonData, to(person))
    expect((await t.world.app.inject({ method: 'GET', url: byAdmin.url })).statusCode).toBe(200)
    t.world.clock.move(DAY_MS)
    expect((await t.world.app.inject({ method: 'GET', url: byAdmin.url })).statusCode).toBe(404)
    await signInAnew()
    expect(await code(asAdmin(data.exportPersonData, to(t.walls.D)))).toBe('not_found')
  })

  test('N05: an archive opens only while whoever asked may still have it, and is given after a confirmation', async () => {
    const { n1 } = t.walls.businesses
    const status = async (url: string) => (await t.world.app.inject({ method: 'GET', url })).statusCode
    const person = await cook('svoy')
    const { call } = await enter(person)
    const own = (await call(data.exportOwnData, {})).url
    expect(await status(own)).toBe(200)
    const manager = await cook('klyuch', { desk: [{ role: 'admin', business_id: n1 }] })
    const asManager = (await enter(manager)).call
    const { url } = await asManager(data.exportPersonData, to(person))
    expect(await status(url)).toBe(200)
    const role = t.world.sql`person_id = ${manager.id} and business_id = ${n1}`
    await t.world.sql`update desk_members set role = 'agent' where ${role}`
    expect(await status(url)).toBe(404)
    await t.world.sql`update desk_members set role = 'admin' where ${role}`
    expect(await status(url)).toBe(200)
    const above = { person_id: person.id }
    await t.world.sql`insert into operators ${t.world.sql(above)}`
    expect(await status(url)).toBe(404)
    await t.world.sql`delete from operators where person_id = ${person.id}`
    await t.world.sql`delete from desk_members where ${role}`
    t.world.clock.move(11 * 60_000)
    expect(await code(call(data.exportOwnData, {}))).toBe('confirmation_needed')
    await signInAnew()
    await asAdmin(data.exportPersonData, to(person))
    const again = (await asAdmin(data.exportPersonData, to(person))).url
    await asAdmin(data.erasePerson, to(person))
    expect(await status(again)).toBe(404)
  })

  test('F21: no archive lives longer when it was signed by a clock that has been set back since', async () => {
    const { n1: business_id } = t.walls.businesses
    const roles = ['admin', 'editor'] as const
    const { id, login } = await cook('chasy', { desk: roles.map((role) => ({ role, business_id })) })
    const status = async (url: string) => (await t.world.app.inject({ method: 'GET', url })).statusCode
    t.world.clock.set(3_600_000)
    const call = t.world.as({ token: await t.world.signIn(login) })
    const days = { from: '2026-01-01', to: '2026-01-07' }
    const links = [
      await call(data.exportOwnData, {}),
      await call(exportKnowledge, { body: {} }),
      await call(exportFigures, { query: { ...days, by: 'day' } }),
    ]
    for (const { url } of links) expect(await status(url), url).toBe(200)
    t.world.clock.set(-3_600_000)
    for (const { url } of links) expect(await status(url), url).toBe(404)
    // Later tests count the admins.
    await t.world.sql`delete from desk_members where person_id = ${id}`
  })

  test('forgotten when an admin agrees: no name, no address, no way in; what was written stays', async () => {
    const { n1 } = t.walls.businesses
    const person = await cook('zabud', {
      phone: '+998904445566',
      first_name: 'Zabudova-Staraya',
      desk: [{ role: 'agent', business_id: n1 }],
    })
    const { call, raw } = await enter(person)
    const { id } = await writeTicket({ call, raw }, 'Где лежат чеки?', [])
    // The ticket log keeps the names agents had at the time; this one is renamed afterwards.
    for (const assignee of [person.id, t.walls.agent.id, person.id])
      await t.agent.call(assignTicket, { params: { ticketId: id }, body: { assignee } })
    await call(changeName, { body: { first_name: 'zabud' } })
    expect(await call(data.getOwnData, {})).toEqual({ erasure_asked_at: null })
    await call(data.askErasure, {})
    await call(data.cancelErasure, {})
    // Letters stay for a week: to former addresses, and to one that was never confirmed.
    for (const email of ['zabud-ran-she@data.test', person.login]) {
      await call(sendEmailUpdateCode, { body: { email } })
      await expect.poll(() => lettersTo(t.world, email).length, { timeout: 30_000 }).toBeGreaterThan(0)
      expect(await call(verifyEmail, { body: { email, code: lastCode(t.world, email) } })).toMatchObject({
        ok: true,
      })
      t.world.clock.move(120_000)
    }
    await call(sendEmailUpdateCode, { body: { email: 'zabud-ne-stal@data.test' } })
    // Other places that store an address: guess counters, codes, a letter, an import file, an invited person.
    expect(await code(t.world.signIn(person.login, 'not theirs at all'))).toBe('bad_credentials')
    await t.world.as({})(sendRecoveryCode, { body: { login: person.login } })
    // As typed, not as normalized.
    const rows = [
      'Имя;Почта;Телефон',
      `Zabud;${person.login};+998904445566`,
      `Zabud;${person.login.toUpperCase()};`,
      'Zabud;;90 444-55-66',
      'Zabud;zabud1@elsewhere.test;8 (90) 444 55 66',
    ].join('\n')
    await asAdmin(checkPeopleImport, {
      form: {},
      files: [new File([rows], 'люди.csv', { type: 'text/csv' })],
    })
    const invited = await asAdmin(invitePerson, {
      body: {
        first_name: 'Zabudova',
        email: 'zabud2@data.test',
        restaurants: [{ id: t.walls.r11 }],
        send: 'email',
      },
    })
    const { erasure_asked_at } = await call(data.askErasure, {})
    expect((await call(data.askErasure, {})).erasure_asked_at).toBe(erasure_asked_at)
    const { results } = await asAdmin(data.listErasures, {})
    expect(results).toContainEqual(expect.objectContaining({ person_id: person.id, name: 'zabud' }))
    await asAdmin(data.erasePerson, to(person))
    await asAdmin(data.erasePerson, { params: { personId: invited.id } })
    expect(await code(call(listMessages, { params: { ticketId: id } }))).toBe('unauthorized')
    expect(await code(t.world.signIn(person.login, PASSWORD))).toBe('bad_credentials')
    const page = await t.A.call(listMessages, { params: { ticketId: id } })
    expect(page.results[0]?.results[0]).toMatchObject({ text: 'Где лежат чеки?', user_name: ERASED_NAME })
    const tables = await t.world.sql<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`
    expect(tables.length).toBeGreaterThan(40)
    const left: string[] = []
    for (const { name } of tables) {
      const lines = await t.world.sql.unsafe(
        `select x::text as line from ${name} x where x::text ~* 'zabud|4445566'`,
      )
      left.push(...lines.map(({ line }) => `${name}: ${line}`))
    }
    expect(left).toEqual([])
    const journal = await t.world.sql<{ line: string }[]>`
      select a::text as line from audit a where subject = ${`person ${person.id}`}`
    expect(journal.map(({ line }) => line).join()).toMatch(/person_erased/)
    // The erased person cannot be found, changed or erased again.
    expect((await asAdmin(listPeople, { query: { search: 'Удалённый' } })).results).toEqual([])
    expect(await code(asAdmin(data.erasePerson, to(person)))).toBe('not_found')
    // The phone can be used by another person.
    await cook('novyy', { phone: '+998904445566' })
  })

  test('not oneself, not the last admin, nobody above, nobody of another business; a manager never', async () => {
    const { n1 } = t.walls.businesses
    expect(await code(asAdmin(data.erasePerson, to(admin)))).toBe('above_you')
    const above = await cook('vyshe')
    await t.world.sql`insert into operators (person_id) values (${above.id})`
    expect(await code(asAdmin(data.erasePerson, to(above)))).toBe('above_you')
    expect(await code(asAdmin(data.erasePerson, to(t.walls.D)))).toBe('not_found')
    const second = await cook('vtoroy', { desk: [{ role: 'admin', business_id: n1 }] })
    const asSecond = t.world.as({ token: await t.world.signIn(second.login) })
    // Two admins erase each other at once: one of them stays.
    const both = await Promise.all([
      code(asAdmin(data.erasePerson, to(second))),
      code(asSecond(data.erasePerson, to(admin))),
    ])
    expect(both.filter((one) => one === 'ok')).toHaveLength(1)
    const left = await t.world.sql`
      select from desk_members d join people p on p.id = d.person_id
      where d.business_id = ${n1} and d.role = 'admin' and p.disabled_at is null`
    expect(left.count).toBe(1)
    if (both[1] === 'ok') {
      admin = second
      await signInAnew()
    }
    const refused = await cook('otkaz')
    const own = await enter(refused)
    await own.call(data.askErasure, {})
    await asAdmin(data.refuseErasure, to(refused))
    expect(await own.call(data.getOwnData, {})).toEqual({ erasure_asked_at: null })
    const manager = await cook('upr')
    await asAdmin(setPersonAccess, {
      ...to(manager),
      body: { restaurants: [{ id: t.walls.r11, role: 'manager' }] },
    })
    expect(await code((await enter(manager)).call(data.erasePerson, to(refused)))).toBe('forbidden')
  })

  test('whoever is forgotten is found along an index, however much others have there', async () => {
    const columns = Object.entries(FATES).flatMap(([column, fate]) =>
      // `codes.address` and `people` are looked up by the person's id instead.
      fate.startsWith('cleared') && !/^(codes[.]address|people[.].*)$/.test(column) ? [column] : [],
    )
    const indexed = await t.world.sql<{ name: string }[]>`
      select i.indrelid::regclass || '.' || a.attname as name
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      -- a partial index counts only if it covers all rows with a value
      where i.indpred is null
        or strpos(pg_get_expr(i.indpred, i.indrelid), format('(%I IS NOT NULL)', a.attname)) > 0`
    const names = new Set(indexed.map(({ name }) => name))
    expect(columns.filter((column) => !names.has(column))).toEqual([])
  })

  test('every column that tells of a person has its fate, and what a module clears it does clear', async () => {
    const named = await t.world.sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema()
        and column_name in ('person_id', 'email', 'phone', 'address', 'to_address')`
    const columns = new Set([...named, ...(await references('people'))].map(({ name }) => name))
    // Audit rows are kept after a person is erased.
    columns.delete('audit.person_id')
    expect([...columns].toSorted()).toEqual(Object.keys(FATES).toSorted())
    let statements = ''
    const db = (text: readonly string[]) => {
      statements += text.join('')
      return Promise.resolve([{}])
    }
    const recorder = db as unknown as Db
    const leaver = {
      person_id: '0',
      business_id: '0',
      email: null,
      phone: null,
      addresses: [],
      now: new Date(),
    }
    const missing = (fate: RegExp, people: object, how: string) =>
      Object.entries(people).filter(
        ([column, its]) =>
          fate.test(its) && !new RegExp(`${how} ${column.replace(/[.].*/, '')}\\b`).test(statements),
      )
    for (const { people = {}, forget } of MODULES) {
      statements = ''
      await forget?.(recorder, leaver)
      expect(missing(/^cleared/, people, '(delete from|update)')).toEqual([])
    }
    statements = ''
    for (const { chapters = {}, lists = [], files = {} } of MODULES.flatMap(({ exports }) => exports ?? [])) {
      for (const read of [...Object.values(chapters), ...Object.values(files)]) await read(recorder, '0')
      for (const { list } of lists) await list(recorder, { person_id: '0', after: '0', limit: 1 })
    }
    expect(missing(/given$/, FATES, '(from|join)')).toEqual([])
  })
})

describe('what is over', () => {
  test('goes by the business’s own term, after a count, in portions, and nothing is left askew', async () => {
    const { world } = t
    const files = await diskFiles(join(world.config.DATA_DIR, 'files'))
    const old = (await writeTicket(t.A, 'Старый', [await picture()])).id
    await reply(t.B, old, 'Ещё', [await picture()])
    // A ticket merged into it is deleted with it.
    const twin = (await writeTicket(t.B, 'Двойник')).id
    await t.agent.call(mergeTicket, { params: { ticketId: twin }, body: { into: old } })
    await answer(t.agent, old, 'Готово', { close: 'true' })
    const open = (await writeTicket(t.A, 'Открытый', [await picture()])).id
    const foreign = (await writeTicket(t.D, 'Чужой', [await picture()])).id
    await answer(t.agent2, foreign, 'Готово', { close: 'true' })
    world.clock.move(200 * DAY_MS)
    const middle = (await writeTicket(t.A, 'Средний', [await picture()])).id
    await answer(t.agent, middle, 'Готово', { close: 'true' })
    world.clock.move(200 * DAY_MS)
    await signInAnew()
    const run = makeRetention(world, MODULES)
    // Disabled until it is configured.
    expect(await asAdmin(retention.getRetention, {})).toEqual({
      keep_tickets_months: null,
      keep_files_months: null,
    })
    expect(await run()).toEqual({ tickets: 0, files: 0 })
    const counted = await asAdmin(retention.countRetention, { query: { tickets: '12', files: '6' } })
    expect(counted).toMatchObject({ tickets: 1, files: 3 })
    expect(counted.bytes).toBeGreaterThan(0)
    expect(await asAdmin(retention.countRetention, {})).toEqual({ tickets: 0, files: 0, bytes: 0 })
    for (const months of [0, 241, 1.5])
      expect(
        await code(
          asAdmin(retention.setRetention, { body: { keep_tickets_months: months, keep_files_months: null } }),
        ),
      ).toBe('invalid')
    await asAdmin(retention.setRetention, { body: { keep_tickets_months: 12, keep_files_months: 6 } })
    const taken = await Promise.all([run(), run()])
    expect(taken[0].tickets + taken[1].tickets).toBe(1)
    expect(taken[0].files + taken[1].files).toBe(3)
    const left = await world.sql<{ id: string; files: number }[]>`
      select t.id, (select count(*)::int from attachments a join messages m on m.id = a.message_id
        where m.ticket_id = t.id) as files
      from tickets t where t.id = any(${[old, open, foreign, middle]}::bigint[]) order by t.id`
    expect(left).toEqual([
      { id: open, files: 1 },
      { id: foreign, files: 1 },
      { id: middle, files: 0 },
    ])
    expect((await t.A.call(listMessages, { params: { ticketId: middle } })).results).not.toEqual([])
    world.clock.move(20 * 60_000)
    await sweepUnattached({ ...world, files }, 15 * 60_000, () => false)
    expect((await examine(world.sql, files, { now: world.clock.now(), deep: true })).findings).toEqual([])
    const [line] = await world.sql<{ after: object }[]>`
      select after from audit where event = 'retention_run' order by id limit 1`
    expect(line?.after).toBeDefined()
  })

  test('C deleting many tickets and changing many at once never deadlocks', async () => {
    const { world } = t
    const { r11, r12 } = t.walls
    // The first ticket to be deleted is the one whose counter is updated last.
    const old: string[] = []
    for (const [actor, text] of [
      [t.A12, 'Старое холодильник'],
      [t.A, 'Старое брудершафт'],
    ] as const) {
      const { id } = await writeTicket(actor, text)
      await answer(t.agent, id, 'Готово', { close: 'true' })
      old.push(id)
    }
    await answer(t.agent, (await writeTicket(t.A, 'Холодильник опять')).id, 'Готово')
    world.clock.move(400 * DAY_MS)
    await signInAnew()
    await asAdmin(retention.setRetention, { body: { keep_tickets_months: 12, keep_files_months: 6 } })
    const isWaiting = async (): Promise<boolean> => {
      const [row] = await world.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return row !== undefined
    }
    let sweep: Promise<{ tickets: number }> = Promise.resolve({ tickets: 0 })
    const counters = (tx: Db, id: string) => tx`
      select from ticket_counts where restaurant_id = ${id} order by status for update`
    await world.sql.begin(async (tx) => {
      await counters(tx, r11)
      sweep = makeRetention(world, MODULES)()
      await expect.poll(isWaiting).toBe(true)
      await counters(tx, r12)
    })
    expect((await sweep).tickets).toBeGreaterThanOrEqual(2)
    expect(await world.sql`select from tickets where id = any(${old}::bigint[])`).toHaveLength(0)
    // Words used only in deleted tickets are gone; words also used elsewhere stay.
    const words = await world.sql<{ word: string }[]>`
      select word from search_vocabulary where word in ('холодильник', 'брудершафт')`
    expect(words.map(({ word }) => word)).toEqual(['холодильник'])
  })

  test('C a word that is written while it is being deleted stays', async () => {
    const { world } = t
    const known = async () =>
      (
        await world.sql<{ word: string }[]>`
          select distinct word from search_vocabulary where word in ('арматур', 'брадобр', 'водосток') order by 1`
      ).map(({ word }) => word)
    const { id } = await writeTicket(t.A, 'Арматура водосток')
    await answer(t.agent, id, 'Брадобрей', { close: 'true' })
    expect(await known()).toEqual(['арматур', 'брадобр', 'водосток'])
    world.clock.move(400 * DAY_MS)
    await signInAnew()
    await asAdmin(retention.setRetention, { body: { keep_tickets_months: 12, keep_files_months: 6 } })
    const other = await writeTicket(t.A, 'Другое')
    const isWaiting = async (): Promise<boolean> => {
      const [row] = await world.sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      return row !== undefined
    }
    // A write that began earlier, which the sweep does not see yet.
    let isSwept = false
    let sweep: Promise<unknown> = Promise.resolve()
    await world.sql.begin(async (tx) => {
      await tx`update messages set text = 'Арматура' where ticket_id = ${other.id}`
      sweep = makeRetention(world, MODULES)().finally(() => {
        isSwept = true
      })
      await expect.poll(async () => isSwept || (await isWaiting())).toBe(true)
    })
    await sweep
    // The server's own sweep, also triggered by the moved clock, may have taken the ticket or its words first.
    await expect.poll(known).toEqual(['арматур'])
    // A write that begins while the word is being deleted.
    await world.sql`update messages set text = 'Другое' where ticket_id = ${other.id}`
    await world.sql`insert into search_forgetting values (${t.walls.businesses.n1}, 'арматур')`
    let writing: Promise<unknown> = Promise.resolve()
    await world.sql.begin(async (tx) => {
      expect(await forgetWords(tx, { business_id: t.walls.businesses.n1, limit: 9 })).toBe(true)
      writing = reply(t.A, other.id, 'Арматура')
      await expect.poll(isWaiting).toBe(true)
    })
    await writing
    expect(await known()).toEqual(['арматур'])
    expect(await world.sql`select from search_forgetting`).toHaveLength(0)
  })

  test('every column that refers to a ticket or a message is taken along', async () => {
    const names = [...(await references('tickets')), ...(await references('messages'))].map(
      ({ name }) => name,
    )
    expect(names.toSorted()).toEqual(MODULES.flatMap(({ ofTickets = [] }) => ofTickets).toSorted())
  })

  test('months are those of the calendar', () => {
    expect(monthsAgo(null, new Date())).toBeNull()
    expect(monthsAgo(1, new Date('2026-03-31T10:00:00Z'))).toEqual(new Date('2026-02-28T10:00:00Z'))
    expect(monthsAgo(12, new Date('2026-11-22T10:00:00Z'))).toEqual(new Date('2025-11-22T10:00:00Z'))
  })
})
