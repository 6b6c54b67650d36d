import type { Call } from '@podmoga/contract/client'
import {
  type Group,
  getGroups,
  getOwnPresence,
  setGroups,
  setOwnPresence,
  setOwnSchedule,
} from '@podmoga/contract/desk/groups'
import { disablePerson, setPersonAccess } from '@podmoga/contract/desk/people'
import { getDeskTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, listLog } from '@podmoga/contract/desk/work'
import { signOut } from '@podmoga/contract/session'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import {
  addColleague,
  answer,
  expectSound,
  useTicketWorld,
  writeTicket,
} from '../../tickets/tickets.testing.ts'
import { presenceOf } from './groups.job.ts'
import { listFree } from './work.sql.ts'

const t = useTicketWorld()
const two = {} as { colleague: Awaited<ReturnType<typeof addColleague>>; admin: Call }
beforeAll(async () => {
  const { n1 } = t.walls.businesses
  const { login } = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'head@walls.test',
    desk: [{ role: 'admin', business_id: n1 }],
  })
  two.admin = t.world.as({ token: await t.world.signIn(login) })
  two.colleague = await addColleague(t)
})

const ANY = { id: null, name: 'Все', restaurant_ids: [], categories: [], way: 'load', most: null } as const
const save = async (groups: (Partial<Group> & { member_ids: string[] })[]) => {
  const { version } = await two.admin(getGroups, {})
  return two.admin(setGroups, {
    body: {
      version,
      groups: groups.map((group) => ({ ...ANY, restaurant_ids: [], categories: [], ...group })),
    },
  })
}
const be = (call: Call, state: 'work' | 'away' | 'off') => call(setOwnPresence, { body: { state } })
const ownerOf = async (ticketId: string) =>
  (await t.agent.call(getDeskTicket, { params: { ticketId } })).assignee?.id ?? null
const expectOwner = (ticketId: string, id: string | null) => expect.poll(() => ownerOf(ticketId)).toBe(id)
const settled = async () => (await writeTicket(t.A)).id

test('work goes to who is at work: in turn, up to the limit; away gets none and keeps what he has', async () => {
  const [me, other] = [t.walls.agent.id, two.colleague.id]
  await save([{ way: 'turn', most: 2, member_ids: [me, other] }])
  const tickets = [await settled()]
  expect(await ownerOf(tickets[0] ?? '')).toBeNull()
  await be(t.agent.call, 'work')
  await expectOwner(tickets[0] ?? '', me)
  await be(two.colleague.call, 'work')
  for (let made = 0; made < 3; made += 1) tickets.push(await settled())
  await expect
    .poll(async () => (await Promise.all(tickets.map(ownerOf))).filter((id) => id === other).length)
    .toBe(2)
  expect(await Promise.all(tickets.map(ownerOf))).toEqual([me, other, me, other])
  const full = await settled()
  await be(t.agent.call, 'away')
  await answer(t.agent, tickets[0] ?? '', 'Готово', { close: 'true' })
  await answer(t.agent, tickets[1] ?? '', 'Готово', { close: 'true' })
  // The agent who is away is below the limit, but the colleague gets the ticket.
  await expectOwner(full, other)
  expect(await ownerOf(tickets[2] ?? '')).toBe(me)
  const log = await t.agent.call(listLog, { params: { ticketId: full } })
  expect(log.results[0]).toMatchObject({ act: 'assigned', person_name: null, from: null, to: 'Мадина' })

  // Waiting tickets of an agent who leaves go to the least loaded agent at work.
  await save([{ member_ids: [me, other] }])
  await be(two.colleague.call, 'off')
  await expectOwner(full, null)
  await expectOwner(tickets[3] ?? '', null)
  await be(t.agent.call, 'work')
  await expectOwner(full, me)
  await expectSound(t.world)
})

test('a restaurant and a category fall to their group, the first that fits; a signed-out agent is not at work', async () => {
  const [me, other] = [t.walls.agent.id, two.colleague.id]
  await be(t.agent.call, 'work')
  await be(two.colleague.call, 'work')
  await save([
    { name: 'Другое', categories: ['other'], member_ids: [other] },
    { name: 'Первый', restaurant_ids: [t.walls.r11], member_ids: [me] },
    { member_ids: [other] },
  ])
  const [here, there] = [await writeTicket(t.A), await writeTicket(t.A12)]
  await expectOwner(here.id, me)
  await expectOwner(there.id, other)
  await t.agent.call(assignTicket, { params: { ticketId: there.id }, body: { assignee: me } })
  await two.colleague.call(signOut, {})
  await expect
    .poll(async () => (await two.admin(getGroups, {})).agents.find(({ id }) => id === other)?.state)
    .toBe('off')
  // A ticket that a colleague has taken over meanwhile stays theirs.
  expect(await ownerOf(there.id)).toBe(me)
})

test('who saves over newer groups, or names what is not theirs, is refused', async () => {
  const { version } = await save([{ member_ids: [] }])
  await save([{ member_ids: [] }])
  const group: Group = { ...ANY, restaurant_ids: [], categories: [], member_ids: [] }
  const code = async (groups: Group[], of: string) =>
    (await refusalOf(two.admin(setGroups, { body: { groups, version: of } }))).code
  const { version: now } = await two.admin(getGroups, {})
  expect(await code([group], version)).toBe('changed_meanwhile')
  expect(await code([{ ...group, member_ids: [t.walls.agent2.id] }], now)).toBe('invalid')
  expect(await code([{ ...group, restaurant_ids: [t.walls.r21] }], now)).toBe('invalid')
  expect(await code([{ ...group, most: 0 }], now)).toBe('invalid')
})

test('who is disabled stays in their groups unseen: the groups are saved around them, and they come back', async () => {
  const members = [t.walls.agent.id, two.colleague.id].toSorted((one, other) => Number(one) - Number(other))
  const kept = async () =>
    (await two.admin(getGroups, {})).groups.map(({ member_ids, most }) => [most, member_ids])
  const { groups, version } = await save([{ member_ids: members }])
  const disable = (at: Date | null) =>
    t.world.sql`update people set disabled_at = ${at} where id = ${two.colleague.id}`
  await disable(new Date())
  expect(await kept()).toEqual([[null, [t.walls.agent.id]]])
  const around = groups.map((group) => ({ ...group, most: 3, member_ids: [t.walls.agent.id] }))
  await two.admin(setGroups, { body: { version, groups: around } })
  await disable(null)
  expect(await kept()).toEqual([[3, members]])
})

test('what waits for a group that is full, or of which nobody is at work, stands in nobody else’s way', async () => {
  const [me, other] = [t.walls.agent.id, two.colleague.id]
  await be(t.agent.call, 'work')
  await save([
    { name: 'Полная', restaurant_ids: [t.walls.r11], most: 1, member_ids: [me] },
    { name: 'Ушла', restaurant_ids: [t.walls.r12], member_ids: [other] },
    { member_ids: [me] },
  ])
  await settled()
  await settled()
  await writeTicket(t.A12)
  // Only the first matching group counts, although the last one would take all tickets.
  await expect.poll(() => listFree(t.world.sql, 1)).toEqual([])
})

test('an agent reads the groups, and changes none', async () => {
  const saved = await save([{ member_ids: [t.walls.agent.id] }])
  expect(await t.agent.call(getGroups, {})).toEqual(saved)
  const { groups, version } = saved
  expect(await refusalOf(t.agent.call(setGroups, { body: { groups, version } }))).toMatchObject({
    code: 'forbidden',
  })
})

test('whoever is disabled, or an agent no more, gives back what is open: nobody else is called for it', async () => {
  await save([])
  const [gone, stays] = [two.colleague.id, t.walls.agent.id]
  const given = async (assignee: string) => {
    const { id: ticketId } = await writeTicket(t.A)
    await t.agent.call(assignTicket, { params: { ticketId }, body: { assignee } })
    return ticketId
  }
  const [first, own] = [await given(gone), await given(stays)]
  await two.admin(setPersonAccess, {
    params: { personId: gone },
    body: { restaurants: [], desk_roles: ['editor'] },
  })
  await expectOwner(first, null)
  expect(await ownerOf(own)).toBe(stays)
  const log = await t.agent.call(listLog, { params: { ticketId: first } })
  expect(log.results[0]).toMatchObject({ act: 'assigned', person_name: null, from: 'Мадина', to: null })
  await two.admin(setPersonAccess, {
    params: { personId: gone },
    body: { restaurants: [], desk_roles: ['agent'] },
  })
  const second = await given(gone)
  await two.admin(disablePerson, { params: { personId: gone } })
  await expectOwner(second, null)
})

test('a schedule speaks when a shift begins and ends; in between the person’s own word holds', async () => {
  const week = Array<string>(7).fill('09:00-18:00')
  const at = (time: string) => Date.parse(`2026-03-02T${time}:00+05:00`)
  const of = (more: object) => ({
    state: 'off' as const,
    zone: 'Asia/Tashkent',
    week,
    is_scheduled: null,
    is_signed_in: true,
    ...more,
  })
  expect(presenceOf(of({}), at('08:59'))).toEqual({ state: 'off', is_scheduled: false })
  expect(presenceOf(of({ is_scheduled: false }), at('09:00'))).toEqual({ state: 'work', is_scheduled: true })
  expect(presenceOf(of({ is_scheduled: true, state: 'away' }), at('12:00'))).toBeNull()
  expect(presenceOf(of({ is_scheduled: true, state: 'work' }), at('18:00'))).toMatchObject({ state: 'off' })
  expect(presenceOf(of({ is_scheduled: false, state: 'work' }), at('20:00'))).toBeNull()
  expect(presenceOf(of({ is_scheduled: false, is_signed_in: false }), at('09:00'))).toBeNull()
  expect(presenceOf(of({ zone: null, week: null, state: 'work', is_signed_in: false }), 0)).toEqual({
    state: 'off',
  })

  const schedule = { zone: 'Asia/Tashkent', week: Array<string>(7).fill('00:00-24:00') }
  await be(t.agent.call, 'off')
  await t.agent.call(setOwnSchedule, { body: { schedule } })
  await expect.poll(async () => (await t.agent.call(getOwnPresence, {})).state).toBe('work')
  await be(t.agent.call, 'off')
  expect(await t.agent.call(getOwnPresence, {})).toMatchObject({ state: 'off', schedule })
})

test('an agent of several businesses reads the groups of each; of another there are none', async () => {
  const { n1, n2 } = t.walls.businesses
  const both = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'both@walls.test',
    desk: [n1, n2].map((business_id) => ({ role: 'agent' as const, business_id })),
  })
  await save([{ name: 'Наша', member_ids: [both.id] }])
  const call = t.world.as({ token: await t.world.signIn(both.login) })
  const own = await call(getGroups, {})
  expect(own.groups.map(({ name }) => name)).toEqual(['Наша'])
  expect(own.businesses?.map(({ id }) => id)).toEqual([n1, n2])
  const other = await call(getGroups, { query: { business: n2 } })
  expect(other.groups).toEqual([])
  expect(other.agents.map(({ id }) => id)).toContain(both.id)
  for (const asked of [t.agent.call, two.admin])
    expect(await refusalOf(asked(getGroups, { query: { business: n2 } }))).toMatchObject({
      code: 'not_found',
    })
})
