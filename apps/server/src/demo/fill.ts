import type { Sql } from '@podmoga/sql/sql'
import type { World } from '../world.ts'
import { seedHistory } from './history/seed-history.ts'
import { seedKnowledge } from './knowledge/seed-knowledge.ts'
import { seedLab } from './lab.ts'
import { seedLabPeople, seedPeople } from './people.ts'
import { seedTickets } from './tickets/seed-tickets.ts'

const findDone = async (sql: Sql, network: string) => {
  const [done] = await sql<{ people: boolean; tickets: boolean; knowledge: boolean }[]>`
    with business as (select id from businesses where network = ${network})
    select exists (select from business) as people,
      exists (select from tickets where business_id in (select id from business)) as tickets,
      exists (select from sections where business_id in (select id from business)) as knowledge`
  return done
}

/**
 * Fills a database for one name of SEED, in stages of one transaction each; completed stages are skipped. Files stored by an
 * interrupted stage are unattached and get swept.
 */
export const fillWith = async (
  world: Pick<World, 'sql' | 'files' | 'clock' | 'config'>,
  name: string,
): Promise<void> => {
  const done = await findDone(world.sql, name)
  if (name === 'demo') {
    if (done?.people !== true) await seedPeople(world.sql)
    if (done?.tickets !== true) await seedTickets(world)
    if (done?.knowledge !== true) await seedKnowledge(world, 'demo')
  }
  if (name === 'history') await seedHistory(world)
  if (name === 'lab') {
    if (done?.people !== true) await seedLabPeople(world.sql)
    // Always repeated: importing the same corpus again changes nothing, and the id map is written only at the end.
    await seedLab(world, 'lab')
  }
}
