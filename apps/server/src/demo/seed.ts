import type { World } from '../world.ts'

/** The demo accounts listed in the contract. */
export const DEMO_SIGN_INS = [
  { login: 'aziza@demo.test', password: 'Demo-pass-1', who: 'сотрудница, три ресторана' },
  { login: 'timur@demo.test', password: 'Demo-pass-2', who: 'сотрудник, «Плов Центр»' },
  { login: 'agent@demo.test', password: 'Demo-agent-1', who: 'поддержка' },
  { login: 'editor@demo.test', password: 'Demo-editor-1', who: 'редактор базы знаний' },
  { login: 'admin@demo.test', password: 'Demo-admin-1', who: 'администратор бизнеса' },
  { login: 'stranger@other.test', password: 'Demo-pass-9', who: 'другой бизнес' },
] as const

// An arbitrary advisory lock, the same on every server.
const LOCK = 730_114

/** Businesses created by SEED; any other is real. */
const NETWORKS = ['demo', 'other', 'lab']

type SeedWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

const fill = async (world: SeedWorld): Promise<void> => {
  const { sql } = world
  const [state] = await sql<{ cut_short: boolean; filled: boolean; used: boolean }[]>`
    select exists (select from seeds where done_at is null) as cut_short, exists (select from businesses) as filled,
      exists (select from businesses where network <> all(${NETWORKS})) as used`
  if (state?.used === true || (state?.filled === true && !state.cut_short)) return
  // All names at once: if a start is interrupted after the first, the rest must still be filled.
  await sql`insert into seeds (name) select unnest(${[...world.config.seed]}::text[]) on conflict do nothing`
  const missing = await sql<{ name: string }[]>`
    select name from seeds where done_at is null and name = any(${[...world.config.seed]}::text[]) order by started_at, name`
  for (const { name } of missing) {
    // Loaded on demand: only the first start needs the texts and drawings.
    const { fillWith } = await import('./fill.ts')
    await fillWith(world, name)
    await sql`update seeds set done_at = now() where name = ${name}`
  }
}

/**
 * Fills an empty database with the data named by SEED, once, on whichever server starts first. An interrupted fill is resumed:
 * nothing is removed, since people may already be using the data.
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
