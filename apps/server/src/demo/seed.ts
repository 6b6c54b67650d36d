import type { World } from '../world.ts'

/** The demo sign-ins as the contract lists them. */
export const DEMO_SIGN_INS = [
  { login: 'aziza@demo.test', password: 'Demo-pass-1', who: 'сотрудница, три ресторана' },
  { login: 'timur@demo.test', password: 'Demo-pass-2', who: 'сотрудник, «Плов Центр»' },
  { login: 'agent@demo.test', password: 'Demo-agent-1', who: 'поддержка' },
  { login: 'editor@demo.test', password: 'Demo-editor-1', who: 'редактор базы знаний' },
  { login: 'admin@demo.test', password: 'Demo-admin-1', who: 'администратор бизнеса' },
  { login: 'stranger@other.test', password: 'Demo-pass-9', who: 'другой бизнес' },
] as const

// Any number will do, so long as every server takes the same one.
const LOCK = 730_114

/** Businesses that this file's names make: any other is somebody's own. */
const NETWORKS = ['demo', 'other', 'lab']

type SeedWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

const fill = async (world: SeedWorld): Promise<void> => {
  const { sql } = world
  const [state] = await sql<{ cut_short: boolean; filled: boolean; used: boolean }[]>`
    select exists (select from seeds where done_at is null) as cut_short, exists (select from businesses) as filled,
      exists (select from businesses where network <> all(${NETWORKS})) as used`
  if (state?.used === true || (state?.filled === true && !state.cut_short)) return
  // All names at once: a start that is cut off after the first must not take the base for filled.
  await sql`insert into seeds (name) select unnest(${[...world.config.seed]}::text[]) on conflict do nothing`
  const missing = await sql<{ name: string }[]>`
    select name from seeds where done_at is null and name = any(${[...world.config.seed]}::text[]) order by started_at, name`
  for (const { name } of missing) {
    // Texts and drawings that only the first start of an installation needs.
    const { fillWith } = await import('./fill.ts')
    await fillWith(world, name)
    await sql`update seeds set done_at = now() where name = ${name}`
  }
}

/**
 * Fills an empty database with what SEED names, once, whichever of several servers is first. A filling that was cut short
 * goes on where it was: nothing is removed, since by now somebody may have been served from it.
 */
export const seed = async (world: SeedWorld): Promise<void> => {
  if (world.config.seed.length === 0) return
  const lock = await world.sql.reserve()
  try {
    await lock`select pg_advisory_lock(${LOCK})`
    await fill(world)
  } finally {
    await lock`select pg_advisory_unlock(${LOCK})`
    lock.release()
  }
}
