import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskFiles } from '../ports/disk-files.ts'
import { addBusiness } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { seedPeople } from './people.ts'
import { seed } from './seed.ts'
import { demoTickets } from './tickets/tickets.ts'

const open = async (SEED: string): Promise<TestWorld> => {
  const world = await openWorld({ SEED })
  onTestFinished(() => world.close())
  return world
}

const seedDemo = async (world: TestWorld) =>
  seed({
    ...world,
    config: { ...world.config, seed: ['demo'] },
    files: await diskFiles(join(world.config.DATA_DIR, 'files')),
  })

const counts = async ({ sql }: TestWorld) => {
  const [row] = await sql`
    select (select count(*)::int from businesses) as businesses, (select count(*)::int from tickets) as tickets,
      (select count(*) > 0 from materials) as articles, (select count(*)::int from audit) as journal,
      (select count(*)::int from seeds where done_at is not null) as done`
  return row
}

test('what a release before left half filled is filled to its end, and its journal is kept', async () => {
  const world = await open('none')
  const { sql } = world
  await sql`insert into seeds (name) values ('demo')`
  await seedPeople(sql)
  await sql`insert into audit (event) values ('looked_around')`
  await seedDemo(world)
  const whole = { businesses: 2, tickets: demoTickets.length, articles: true, journal: 1, done: 1 }
  expect(await counts(world)).toEqual(whole)
  await seedDemo(world)
  expect(await counts(world)).toEqual(whole)
})

test('a base that somebody has begun to use since the filling was cut short is left as it is', async () => {
  const world = await open('none')
  const { sql } = world
  await sql`insert into seeds (name) values ('demo')`
  await addBusiness(sql, { network: 'navat' })
  await seedDemo(world)
  expect(await counts(world)).toEqual({ businesses: 1, tickets: 0, articles: false, journal: 0, done: 0 })
})

test('what an editor changed in a half filled base is not written over', async () => {
  const world = await open('demo')
  const { sql } = world
  await sql`update seeds set done_at = null`
  await sql`update materials set title = 'Изменено редактором' where id = (select min(id) from materials)`
  await seedDemo(world)
  expect(await sql`select 1 from materials where title = 'Изменено редактором'`).toHaveLength(1)
})
