import type { World } from '../world.ts'
import { seedKnowledge } from './knowledge/seed-knowledge.ts'
import { seedLab } from './lab.ts'
import { seedLabPeople, seedPeople } from './people.ts'
import { seedTickets } from './tickets/seed-tickets.ts'

/** Fills an empty database with one of the names of SEED. */
export const fillWith = async (world: World, name: string): Promise<void> => {
  if (name === 'demo') {
    await seedPeople(world.sql)
    await seedTickets(world)
    await seedKnowledge(world, 'demo')
  }
  if (name === 'lab') {
    await seedLabPeople(world.sql)
    await seedLab(world, 'lab')
  }
}
