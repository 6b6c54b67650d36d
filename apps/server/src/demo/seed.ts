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

/** Empties a database whose filling was cut short: nobody has been served from it yet. */
const startOver = async ({ sql, files }: World): Promise<void> => {
  await sql.unsafe(`
    do $$ begin
      execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity cascade'
               from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations');
    end $$`)
  for await (const { key } of files.list()) await files.remove(key)
}

const fill = async (world: World): Promise<void> => {
  const { sql } = world
  const [state] = await sql<{ cut_short: boolean; filled: boolean }[]>`
    select exists (select from seeds where done_at is null) as cut_short, exists (select from businesses) as filled`
  if (state?.cut_short === true) await startOver(world)
  else if (state?.filled === true) return
  for (const name of world.config.seed) {
    await sql`insert into seeds (name) values (${name})`
    // Texts and drawings that only the first start of an installation needs.
    const { fillWith } = await import('./fill.ts')
    await fillWith(world, name)
    await sql`update seeds set done_at = now() where name = ${name}`
  }
}

/** Fills an empty database with what SEED names, once, whichever of several servers is first. */
export const seed = async (world: World): Promise<void> => {
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
