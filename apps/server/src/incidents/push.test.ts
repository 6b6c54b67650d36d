import * as desk from '@podmoga/contract/desk/incidents'
import { expect, test } from 'vitest'
import { refusalOf } from '../http/testing-refusals.ts'
import { type TicketActor, useTicketWorld } from '../tickets/tickets.testing.ts'
import { addUpdate } from './desk/desk.sql.ts'
import { takePush } from './push.sql.ts'

const t = useTicketWorld({ RATE_LIMITS: 'on' })

const begin = async ({ call }: TicketActor) =>
  (await call(desk.createIncident, { body: { title: 'Касса', text: 'Чиним' } })).id
const update = ({ call }: TicketActor, incidentId: string, text: string) =>
  call(desk.updateIncident, { params: { incidentId }, body: { text } })

test('R02: updates of one business do not hold up those of another; within a business the oldest goes first', async () => {
  const { A, B, D, agent, agent2 } = t.walls
  const [ours, theirs] = [await begin(t.agent), await begin(t.agent2)]
  const now = t.world.clock.now()
  // One transaction: the job of the world does not see the updates.
  const taken = await t.world.sql.begin(async (tx) => {
    await tx`
      insert into push_subscriptions (session_id, person_id, endpoint_hash, sealed, created_at)
      select distinct on (person_id) id, person_id, sha256(id::text::bytea), '', ${now}::timestamptz from sessions
      where person_id = any(${[A.id, B.id, D.id]}::bigint[])`
    for (const text of ['Первое', 'Второе'])
      await addUpdate(tx, { incident_id: ours, kind: 'update', text, person_id: agent.id, now })
    await addUpdate(tx, { incident_id: theirs, kind: 'update', text: 'Своё', person_id: agent2.id, now })
    const texts: string[] = []
    for (let after = '0'; ; ) {
      const push = await takePush(tx, { now, after, limit: 1 })
      if (push === null) break
      after = push.business_id
      if (push.people.length > 0) texts.push(push.text)
    }
    await tx`delete from push_subscriptions`
    return texts
  })
  expect(taken).toEqual(['Первое', 'Своё', 'Первое', 'Второе', 'Второе'])
})

test('an agent begins and updates only so many incidents an hour, and ends them still', async () => {
  const id = await begin(t.agent)
  for (let at = 0; at < 30; at += 1) await update(t.agent, id, `Ещё ${at}`)
  expect(await refusalOf(update(t.agent, id, 'Лишнее'))).toMatchObject({ code: 'too_often' })
  for (let at = 0; at < 28; at += 1) await begin(t.agent)
  expect(await refusalOf(begin(t.agent))).toMatchObject({ code: 'too_often' })
  await t.agent.call(desk.endIncident, { params: { incidentId: id }, body: { text: 'Починили' } })
})
