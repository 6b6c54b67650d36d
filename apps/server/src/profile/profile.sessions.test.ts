import { endOneSession, endOtherSessions, getProfile, listSessions } from '@podmoga/contract/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProfileWorld } from './profile.testing.ts'

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld()
})
afterAll(() => opened.world.close())

test('a person sees where they are signed in, this session marked, and nobody else’s', async () => {
  const person = await opened.newcomer()
  opened.world.clock.move(60_000)
  await opened.newcomer()
  const phone = await opened.enter(person)
  const { sessions } = await phone.call(listSessions, {})
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  expect(sessions[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    current: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    last_seen_at: expect.stringMatching(/Z$/),
    user_agent: 'lightMyRequest',
    ip: '127.0.0.1',
  })
})

test('one ends at once, and is gone from the list', async () => {
  const person = await opened.newcomer()
  const phone = await opened.enter(person)
  const { sessions } = await person.call(listSessions, {})
  const other = sessions.find(({ current }) => !current)?.id ?? ''
  expect(await person.call(endOneSession, { body: { id: other.toUpperCase() } })).toEqual({
    ok: true,
    error: null,
  })
  await expect(phone.call(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await person.call(listSessions, {})).sessions).toHaveLength(1)
  await expect(person.call(endOneSession, { body: { id: other } })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('nobody ends the session of somebody else, nor learns that there is one', async () => {
  const [person, stranger] = [await opened.newcomer(), await opened.newcomer()]
  const [theirs] = (await person.call(listSessions, {})).sessions
  for (const id of [theirs?.id ?? '', '00000000-0000-4000-8000-000000000000'])
    await expect(stranger.call(endOneSession, { body: { id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.call(endOneSession, { body: { id: '1' } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(stranger.call(endOneSession, { body: { id: "' or 1=1" } })).rejects.toMatchObject({
    code: 'invalid',
  })
  expect((await person.call(getProfile, {})).details.id).toBe(person.id)
})

test('all others end, this one goes on, and each leaves an audit row', async () => {
  const person = await opened.newcomer()
  const others = [await opened.enter(person), await opened.enter(person)]
  expect(await person.call(endOtherSessions, {})).toEqual({ ok: true, error: null })
  for (const other of others)
    await expect(other.call(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await person.call(listSessions, {})).sessions).toMatchObject([{ current: true }])
  const audit = await opened.world.sql`
    select from audit where person_id = ${person.id} and event = 'session_ended'`
  expect(audit.count).toBe(2)
})
