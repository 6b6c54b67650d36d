import type { Outcome } from './people.testing.ts'
import type { Target, Targets } from './world.testing.ts'

const WORDS: Record<number, string> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'above_you',
  404: 'not_found',
  409: 'address_taken',
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One SCIM call; `token` replaces the directory's key. */
export const ask = async (t: Targets, method: Method, path: string, payload?: object, token = t.scim_key) => {
  const answer = await t.world.app.inject({
    method,
    url: `/api/scim/v2/${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  const id = answer.body === '' ? '' : answer.json<{ id?: string }>().id
  return { id: id ?? '', outcome: answer.statusCode < 300 ? 'ok' : (WORDS[answer.statusCode] ?? answer.body) }
}

const replace = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] })
const outcomeOf = async (asked: ReturnType<typeof ask>): Outcome => (await asked).outcome

/** Whether creating and deleting a group changes the target's membership in the restaurant of its name. */
const byGroup = async (t: Targets, { id }: Target, does: 'give' | 'take'): Outcome => {
  const { sql } = t.world
  const placesIn = async () =>
    (await sql`select from memberships where person_id = ${id} and restaurant_id = ${t.walls.r11}`).length
  const isOther = (await placesIn()) === 0
  if (does === 'give')
    await sql`delete from memberships where person_id = ${id} and restaurant_id = ${t.walls.r11}`
  const before = await placesIn()
  const made = await ask(t, 'POST', 'Groups', { displayName: 'Ресторан 11', members: [{ value: id }] })
  if (made.outcome !== 'ok') return made.outcome
  const given = await placesIn()
  await ask(t, 'DELETE', `Groups/${made.id}`)
  if (does === 'give') return given > before ? 'ok' : 'left'
  return isOther && given === 0 ? 'left' : (await placesIn()) === 0 ? 'ok' : 'left'
}

/** SCIM actions on a person, with a key of the first business's admin. */
export const SCIM_ACTS: readonly { says: string; play: (t: Targets, target: Target) => Outcome }[] = [
  { says: 'Посмотреть', play: (t, { id }) => outcomeOf(ask(t, 'GET', `Users/${id}`)) },
  {
    says: 'Переименовать',
    play: (t, { id }) => outcomeOf(ask(t, 'PATCH', `Users/${id}`, replace('name.givenName', 'Другой'))),
  },
  {
    says: 'Назвать номером каталога',
    play: (t, { id }) => outcomeOf(ask(t, 'PATCH', `Users/${id}`, replace('externalId', `ext-${id}`))),
  },
  {
    says: 'Отключить',
    play: (t, { id }) => outcomeOf(ask(t, 'PATCH', `Users/${id}`, replace('active', false))),
  },
  { says: 'Убрать из каталога', play: (t, { id }) => outcomeOf(ask(t, 'DELETE', `Users/${id}`)) },
  {
    says: 'Завести нового с его почтой',
    play: (t, { login: userName }) =>
      outcomeOf(ask(t, 'POST', 'Users', { userName, name: { givenName: 'Новый', familyName: 'Новый' } })),
  },
  { says: 'Дать место группой', play: (t, target) => byGroup(t, target, 'give') },
  { says: 'Забрать место группой', play: (t, target) => byGroup(t, target, 'take') },
]
