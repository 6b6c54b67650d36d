import { confirm } from '@podmoga/contract/confirmation'
import { addCanned } from '@podmoga/contract/desk/canned'
import { addDevice, importDevices } from '@podmoga/contract/desk/devices'
import { checkPeopleImport, exportPeople } from '@podmoga/contract/desk/imports'
import { createIncident, getDeskIncident, updateIncident } from '@podmoga/contract/desk/incidents'
import { createSection, createSubcategory } from '@podmoga/contract/desk/knowledge'
import { addMacro } from '@podmoga/contract/desk/macros'
import { createMaterial, publishMaterial, saveDraft } from '@podmoga/contract/desk/materials'
import { addNote } from '@podmoga/contract/desk/notes'
import { invitePerson } from '@podmoga/contract/desk/people'
import { searchTickets } from '@podmoga/contract/desk/search'
import { addIncidentWords, tapIncident } from '@podmoga/contract/incidents'
import { listMaterials } from '@podmoga/contract/knowledge'
import { subscribeDevice } from '@podmoga/contract/notifications'
import { changeName } from '@podmoga/contract/profile'
import { getTicket, rateTicket } from '@podmoga/contract/tickets'
import { reopenOwnTicket } from '@podmoga/contract/tickets/reopening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf } from '../business/personal-data/archive.ts'
import { MIGRATIONS_DIR, readMigrations } from '../db/migrate/files.ts'
import { MODULES } from '../modules.ts'
import { openFiles } from '../ports/open-files.ts'
import { startPushService } from '../ports/testing-push.ts'
import { addPerson } from '../session/session.testing.ts'
import { PASSWORD } from '../testing.ts'
import { answer, picture, reply, useTicketWorld, writeTicket } from './tickets.testing.ts'

const CARD = '4111 1111 1111 1111'
const CUT = '411111******1111'
/** The whole number, however it is grouped. */
const WHOLE = /4111\W{0,3}1111\W{0,3}1111\W{0,3}1111/

const service = await startPushService()
afterAll(service.stop)
const t = useTicketWorld({ NOTICE_AFTER_SECONDS: '0', PUSH_ORIGINS: service.url })
let admin: ReturnType<typeof t.world.as>
let id: string
let incidentId: string

beforeAll(async () => {
  const { sql, as, signIn } = t.world
  const { n1 } = t.walls.businesses
  const person = await addPerson(sql, { business_id: n1, email: 'admin@walls.test', first_name: 'Админ' })
  await sql`insert into desk_members (person_id, business_id, role) values (${person.id}, ${n1}, 'admin')`
  admin = as({ token: await signIn(person.login) })
  await admin(confirm, { body: { password: PASSWORD } })
  id = (await writeTicket(t.A)).id
  incidentId = String((await t.agent.call(createIncident, { body: { title: 'Касса', text: 'Ждём' } })).id)
  await t.A.call(tapIncident, { params: { incidentId }, body: {} })
})

const table = (name: string, ...lines: string[]) => [new File([lines.join('\n')], name, { type: 'text/csv' })]
const inIncident = () => ({ params: { incidentId } })
const WAYS: Record<string, () => Promise<unknown>> = {
  'a ticket of staff': () => writeTicket(t.A, `Гость платил картой ${CARD}`),
  'a reply of staff, and the name of its file': async () =>
    reply(t.A, id, 'Ещё раз: 4111-1111-1111-1111', [await picture('4111111111111111.png')]),
  'a note': () =>
    t.agent.call(addNote, { params: { ticketId: id }, form: { text: '4111\n1111\n1111\n1111' } }),
  'a canned reply': () =>
    t.agent.call(addCanned, { body: { title: `Карта ${CARD}`, text: 'На 4111.1111.1111.1111' } }),
  'a macro': () =>
    t.agent.call(addMacro, {
      body: {
        name: `Возврат ${CARD}`,
        acts: { text: `На ${CARD}`, tags: [], priority: null, assignee: null, close: false },
      },
    }),
  'an incident': () => t.agent.call(createIncident, { body: { title: CARD, text: `Карта ${CARD}` } }),
  'an update of an incident': () => t.agent.call(updateIncident, { ...inIncident(), body: { text: CARD } }),
  'a word of «И у нас»': () => t.B.call(tapIncident, { ...inIncident(), body: { text: CARD } }),
  'words added to it': () =>
    t.A.call(addIncidentWords, { ...inIncident(), form: { text: `Карта ${CARD}` }, files: [] }),
  'a name': () => t.A.call(changeName, { body: { first_name: CARD } }),
  'an invitation, and its letter': () =>
    admin(invitePerson, {
      body: {
        first_name: `Ким ${CARD}`,
        last_name: CARD,
        email: 'kim@walls.test',
        restaurants: [{ id: t.walls.r11, role: 'staff' }],
        send: 'email',
      } as never,
    }),
  'a device': () =>
    admin(addDevice, {
      body: { restaurant_id: t.walls.r11, kind: 'till', name: CARD, model: CARD, serial: CARD, place: CARD },
    }),
  'a file of devices': () =>
    admin(importDevices, {
      form: { dry_run: 'false' },
      files: table('a.csv', 'Ресторан;Вид;Название;Модель', `Ресторан 11;Касса;Зал ${CARD};${CARD}`),
    }),
  'a file of people': () =>
    admin(checkPeopleImport, {
      form: {},
      files: table('b.csv', 'Имя;Фамилия;Почта;Рестораны', `Ли ${CARD};${CARD};li@walls.test;Ресторан 11`),
    }),
  'a search of the articles that finds nothing': async () => {
    const { sql } = t.world
    // A search is cut at 200 characters: half a number would not be recognized.
    const search = `${'щ'.repeat(190)} ${CARD}`
    expect(await t.A.call(listMaterials, { query: { search } })).toEqual([])
    const kept = () => sql<{ query: string }[]>`select query from knowledge_gaps`
    await expect.poll(kept, { timeout: 30_000 }).not.toEqual([])
    expect(await kept()).toMatchObject([{ query: expect.stringContaining('щ 411111***') }])
  },
  'a text of an article': async () => {
    const editor = t.world.as({ token: await t.world.signIn(t.walls.editor.login) })
    const section = await editor(createSection, { body: { name: `Раздел ${CARD}` } })
    const { id: subcategory } = await editor(createSubcategory, { body: { section: section.id, name: CARD } })
    const { id: materialId } = await editor(createMaterial, { body: { subcategory, title: CARD } })
    const content = `<p>Пример чека: <span>4111 1111</span> 1111 1111</p><ul><li>${CARD}</li></ul>`
    const draft = { revision: 1, title: `Чек ${CARD}`, content, cover: null, files: [] }
    const { revision } = await editor(saveDraft, { params: { materialId }, body: draft })
    await editor(publishMaterial, { params: { materialId }, body: { revision } })
  },
  'a search of the desk': () => t.agent.call(searchTickets, { query: { q: CARD, page: '1' } as never }),
  'an answer of support that closes': () => answer(t.agent, id, `Возврат на ${CARD}`, { close: 'true' }),
  'a word of a rating': () =>
    t.A.call(rateTicket, { params: { ticketId: id }, body: { score: 'bad', word: CARD } as never }),
  'a word of «Не решено»': () =>
    t.A.call(reopenOwnTicket, { params: { ticketId: id }, form: { text: `Всё ещё ${CARD}` }, files: [] }),
}

test.each(Object.entries(WAYS))(
  'N13: %s leaves no card’s number in any table, nor in the log',
  async (_way, write) => {
    await write()
    const { sql } = t.world
    const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`
    const rows = await Promise.all(
      tables.map(
        ({ name }) =>
          sql<
            { row: string }[]
          >`select ${name} || row::text as row from ${sql(name)} row where row::text ~ '1111\\W*1111\\W*1111'`,
      ),
    )
    expect(tables.length).toBeGreaterThan(50)
    expect(rows.flat()).toEqual([])
    expect(t.world.log().filter((line) => WHOLE.test(JSON.stringify(line)))).toEqual([])
  },
)

test('searches of before, which kept the whole number, are gone after the upgrade, and no others', async () => {
  const { sql } = t.world
  const business_id = t.walls.businesses.n1
  const kept = [
    'как закрыть смену',
    'заказ 4111111111111112',
    'код 1234567890123',
    '+998 90 123 45 67',
    'смена 2026-11-28 10:00:00',
  ]
  const gone = [
    'карта 4111 1111 1111 1111',
    '4111111111111111',
    '5614-6800-0000-0008 500 сум',
    '4111 1111\n1111.1111',
  ]
  for (const query of [...kept, ...gone])
    await sql`insert into knowledge_gaps (business_id, kind, query) values (${business_id}, 'search', ${query})`
  const [migration] = (await readMigrations(MIGRATIONS_DIR)).filter(({ id }) => id === 76)
  await sql.unsafe(migration?.steps.at(-1)?.text ?? '')
  const left = await sql<
    { query: string }[]
  >`select query from knowledge_gaps where query = any(${[...kept, ...gone]})`
  expect(left.map(({ query }) => query).toSorted()).toEqual(kept.toSorted())
})

test('N13: nor in what goes out: the push, letters, exports and a person’s archive; who reads is told', async () => {
  const browser = service.browser()
  await t.A.call(subscribeDevice, { body: { ...browser.subscription, shows_text: true } })
  const { id: another } = await writeTicket(t.A, `Гость платил картой ${CARD}`)
  await answer(t.agent, another, `Возврат на ${CARD}`)
  await expect.poll(() => browser.received.length).toBe(1)
  const pushed = JSON.stringify(browser.received)
  expect(pushed).toContain(CUT)
  const { initial_message } = await t.A.call(getTicket, { params: { ticketId: another } })
  expect(initial_message).toBe(`Гость платил картой ${CUT}`)
  const incident = JSON.stringify(await t.agent.call(getDeskIncident, inIncident()))
  expect(incident).toContain(CUT)

  const files = await openFiles(t.world.config)
  const pieces: Uint8Array[] = []
  for await (const piece of archiveOf({ ...t.world, files, log: t.world.app.log }, t.walls.A.id, MODULES))
    pieces.push(piece)
  const { strFromU8, unzipSync } = await import('fflate')
  const archive = Object.entries(unzipSync(Buffer.concat(pieces))).map(
    ([name, bytes]) => `${name} ${strFromU8(bytes)}`,
  )
  expect(archive.join()).toContain(CUT)
  const exported = JSON.stringify(await admin(exportPeople, { query: { format: 'csv' } as never }))
  for (const out of [pushed, incident, archive.join(), exported, JSON.stringify(t.world.mail)])
    expect(out).not.toMatch(WHOLE)
})
