import type { Call } from '@podmoga/contract/client'
import { addPerson, seedWalls, type TestPerson } from '../session/session.testing.ts'
import type { TestWorld } from '../testing.ts'

/** The actors of the security catalogue with people managers: `admin` of the first business, `manager` of R11. */
export const seedPeopleManagers = async (world: TestWorld) => {
  const walls = await seedWalls(world.sql)
  const { n1, n2 } = walls.businesses
  const keep = async (name: string, business_id: string, more: Partial<Parameters<typeof addPerson>[1]>) =>
    addPerson(world.sql, { business_id, email: `${name}@walls.test`, first_name: name, ...more })
  const manager = await keep('manager', n1, { restaurants: [walls.r11] })
  await world.sql`update memberships set role = 'manager' where person_id = ${manager.id}`
  const admin = await keep('admin', n1, {})
  const admin2 = await keep('admin2', n2, {})
  const add = (person: TestPerson, business_id: string) => world.sql`
    insert into desk_members (person_id, business_id, role) values (${person.id}, ${business_id}, 'admin')`
  await add(admin, n1)
  await add(admin2, n2)
  const operator = await keep('operator', n1, {})
  await world.sql`insert into operators (person_id) values (${operator.id})`
  return { ...walls, manager, admin, admin2, operator }
}

type PeopleManagers = Awaited<ReturnType<typeof seedPeopleManagers>>
type PeopleManagerName = {
  [N in keyof PeopleManagers]: PeopleManagers[N] extends TestPerson ? N : never
}[keyof PeopleManagers]

/** Signs managers in; returns the client of each by name. */
export const signInPeopleManagers = async <N extends PeopleManagerName>(
  world: TestWorld,
  walls: PeopleManagers,
  ...names: N[]
): Promise<Record<N, Call>> => {
  const calls: [N, Call][] = []
  for (const name of names) calls.push([name, world.as({ token: await world.signIn(walls[name].login) })])
  return Object.fromEntries(calls) as Record<N, Call>
}
