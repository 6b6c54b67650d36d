import { listIncidentRestaurants } from '@podmoga/contract/desk/incidents'
import { expect, test } from 'vitest'
import { useTicketWorld } from '../../tickets/tickets.testing.ts'

const t = useTicketWorld()

test('where an incident may be: open restaurants of the agent’s business, each with its groups', async () => {
  const { r11, r12 } = t.walls
  await t.world.sql`update restaurants set groups = '{Центр}' where id = ${r12}`
  expect((await t.agent.call(listIncidentRestaurants, {})).restaurants).toEqual([
    { id: r11, name: 'Ресторан 11', groups: [] },
    { id: r12, name: 'Ресторан 12', groups: ['Центр'] },
  ])
  await t.world.sql`update restaurants set archived_at = now() where id = ${r11}`
  expect((await t.agent.call(listIncidentRestaurants, {})).restaurants.map(({ id }) => id)).toEqual([r12])
})
