import type { Call } from '@podmoga/contract/client'
import * as adminCalls from '@podmoga/contract/desk/admin'
import * as journalCalls from '@podmoga/contract/desk/journal'
import { disablePerson, enablePerson, setPersonAccess } from '@podmoga/contract/desk/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '../../db/audit.ts'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

const DAY_MS = 24 * 3600 * 1000
const calls = { ...adminCalls, ...journalCalls }

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager', Call>

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000', SESSION_DAYS: '3000' })
  walls = await seedPeopleManagers(world)
  as = await signInPeopleManagers(world, walls, 'admin', 'admin2', 'manager')
})
afterAll(() => world.close())

/** Sensitive actions require a sign-in within the last ten minutes. */
const signInAnew = async (): Promise<void> => {
  as.admin = world.as({ token: await world.signIn(walls.admin.login) })
}
const cook = (name: string) =>
  addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `${name}@journal.test`,
    first_name: name,
    restaurants: [walls.r11],
  })
const list = (query: Parameters<typeof as.admin<typeof calls.listJournal>>[1]['query'] = {}) =>
  as.admin(calls.listJournal, { query })
const csvOf = async (query: object = {}) => {
  const file = await as.admin(calls.exportJournal, { query })
  return Buffer.from(file.base64, 'base64').toString('utf8')
}

test('it is found by who, whom, what and when, page after page, the newest first', async () => {
  const [first, second] = [await cook('Первый'), await cook('Второй')]
  for (const call of [as.admin, as.manager])
    for (const { id } of [first, second]) {
      await call(disablePerson, { params: { personId: id } })
      await call(enablePerson, { params: { personId: id } })
      world.clock.move(1000)
    }
  const whole = await list()
  expect(whole.results.map(({ at }) => at)).toEqual(
    whole.results
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const by = await list({ person: walls.manager.id })
  expect(by.results).toHaveLength(4)
  expect(new Set(by.results.map(({ person }) => person))).toEqual(new Set(['manager']))
  const about = await list({ whom: first.id, event: 'person_disabled' })
  expect(about.results).toHaveLength(2)
  expect(about.results[0]).toMatchObject({ text: 'Сотрудник отключён', subject: 'Первый' })
  const pages: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await list({ whom: first.id, page_size: '1', ...(after !== undefined && { after }) })
    pages.push(...page.results.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(pages).toEqual((await list({ whom: first.id })).results.map(({ id }) => id))
  const since = world.clock.now().toISOString()
  world.clock.move(DAY_MS)
  await as.admin(disablePerson, { params: { personId: second.id } })
  expect((await list({ from: since })).results).toHaveLength(1)
  expect((await list({ to: since })).results).not.toContainEqual(
    expect.objectContaining({ id: (await list({ from: since })).results[0]?.id }),
  )
  expect((await as.admin2(calls.listJournal, {})).results).toEqual([])
  const { events } = await as.admin(calls.listJournalEvents, {})
  expect(events).toContainEqual({ event: 'person_disabled', text: 'Сотрудник отключён', area: 'people' })
})

test('what was and what became of it stands there in words', async () => {
  await signInAnew()
  const person = await cook('Третий')
  await as.admin(setPersonAccess, {
    params: { personId: person.id },
    body: { restaurants: [{ id: walls.r12, role: 'manager' }], desk_roles: ['editor'] },
  })
  const { results } = await list({ whom: person.id })
  const names = new Map(
    (await as.admin(calls.listAdminRestaurants, {})).restaurants.map(({ id, name }) => [id, name]),
  )
  expect(results[0]?.changes).toEqual([
    {
      name: 'Рестораны',
      before: `«${names.get(walls.r11)}»`,
      after: `«${names.get(walls.r12)}» (управляющий)`,
    },
    { name: 'В рабочем месте', before: '—', after: 'редактор' },
  ])
})

test('as a file: the same filter, no cell that a spreadsheet would run, and the export stands in the journal', async () => {
  await signInAnew()
  const person = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'formula@journal.test',
    first_name: '=HYPERLINK("http://evil.example")',
    restaurants: [walls.r11],
  })
  await as.admin(disablePerson, { params: { personId: person.id } })
  const csv = await csvOf({ whom: person.id })
  const lines = csv.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('Когда;Кто;Что;Кого')
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect((await list()).results[0]).toMatchObject({ event: 'journal_exported' })
  await expect(as.manager(calls.exportJournal, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('N08: a year that no journal has is bad input, also to a file', async () => {
  const token = await world.signIn(walls.admin.login)
  for (const asked of [
    'from=0000-01-01T00:00:00Z',
    'to=%2B275760-09-13T00:00:00Z',
    'to=0000-12-31T00:00:00Z',
  ])
    for (const path of ['journal/', 'journal/export/']) {
      const url = `/api/desk/admin/${path}?${asked}`
      const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'invalid'])
    }
})

test('the application’s own role may only add to it', async () => {
  const { sql } = world
  const [role] = await sql<{ name: string; is_super: boolean; owns: boolean }[]>`
    select current_user::text as name, rolsuper as is_super,
      (select relowner = r.oid from pg_class where oid = 'audit'::regclass) as owns
    from pg_roles r where rolname = current_user`
  expect(role?.is_super).toBe(false)
  const [may] = await sql<Record<string, boolean>[]>`
    select has_table_privilege('audit', 'INSERT') as add, has_table_privilege('audit', 'SELECT') as read,
      has_table_privilege('audit', 'UPDATE') as change, has_table_privilege('audit', 'DELETE') as remove,
      has_table_privilege('audit', 'TRUNCATE') as empty`
  expect(may).toEqual({ add: true, read: true, change: false, remove: false, empty: false })
  await writeAudit(sql, { at: world.clock.now(), event: 'kept' })
  const refused = { code: '42501' }
  await expect(sql`update audit set event = 'other'`).rejects.toMatchObject(refused)
  await expect(sql`delete from audit`).rejects.toMatchObject(refused)
  await expect(sql`truncate audit`).rejects.toMatchObject(refused)
  // Even a role that grants itself the privilege is stopped by the trigger.
  for (const entry of ['truncate audit', 'delete from audit', `update audit set event = 'other'`])
    await expect(
      sql.begin(async (tx) => {
        await tx`grant update, delete, truncate on audit to current_user`
        await tx.unsafe(entry)
      }),
      entry,
    ).rejects.toMatchObject({ ...refused, message: 'the journal only grows' })
})

test('every filter reads along an index of its own', async () => {
  const { sql } = world
  const planOf = async (where: string) => {
    const lines = await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      await tx`set local enable_sort = off`
      return tx.unsafe(`explain select id from audit where business_id = 1 ${where}
        order by at desc, id desc limit 50`)
    })
    return JSON.stringify(lines)
  }
  expect(await planOf('')).toMatch(/audit_business\b/)
  expect(await planOf('and not is_part')).toContain('audit_business_acts')
  expect(await planOf(`and is_part and request_id = 'r'`)).toContain('audit_parts')
  expect(await planOf('and person_id = 5')).toContain('audit_business_person')
  expect(await planOf(`and subject = 'person 5'`)).toContain('audit_business_subject')
  expect(await planOf(`and event = 'kept'`)).toContain('audit_business_event')
})
