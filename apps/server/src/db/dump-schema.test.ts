import { openSql } from '@podmoga/sql/sql'
import { expect, test } from 'vitest'
import { dumpSchema } from './dump-schema.ts'
import { freshDatabase, templateDatabase } from './testing-cluster.ts'

const PARTS = [
  `create table a (id bigint generated always as identity primary key, t text not null default 'x',
    low text generated always as (lower(t)) stored, ru text collate "ru-x-icu", unique (t), check (t <> ''))`,
  "create type mood as enum ('good', 'bad')",
  'create function f() returns trigger language plpgsql as $$ begin return new; end $$',
  'create domain positive as integer not null check (value > 0)',
  'create extension pg_trgm',
]
const LATER = [
  'create table b (a_id bigint references a on delete cascade, m mood, p positive)',
  'create index a_trgm on a using gin (t gin_trgm_ops)',
  "create unique index a_low on a (low) where t <> 'y'",
  'create trigger tr before insert on a for each row execute function f()',
  'create view v as select id from a',
]

async function dumpOf(statements: string[]): Promise<string> {
  const database = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
  const sql = openSql(database.connection, 1, { deadlines: false })
  for (const statement of statements) await sql.unsafe(statement)
  await sql.end()
  const text = await dumpSchema(database.connection)
  await database.drop()
  return text
}

test('says everything that the migrations made and nothing of the system or of extensions', async () => {
  expect(await dumpOf([...PARTS, ...LATER])).toMatchInlineSnapshot(`
    "create extension pg_trgm;

    create type mood as enum ('good', 'bad');

    create domain positive as integer not null constraint positive_check CHECK ((VALUE > 0));

    create table a (
      id bigint not null generated always as identity,
      t text not null default 'x'::text,
      low text generated always as (lower(t)) stored,
      ru text collate "ru-x-icu",
      constraint a_pkey PRIMARY KEY (id),
      constraint a_t_key UNIQUE (t),
      constraint a_t_check CHECK ((t <> ''::text))
    );
    CREATE UNIQUE INDEX a_low ON a USING btree (low) WHERE t <> 'y'::text;
    CREATE INDEX a_trgm ON a USING gin (t gin_trgm_ops);
    CREATE TRIGGER tr BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();

    create table b (
      a_id bigint,
      m mood,
      p positive,
      constraint b_a_id_fkey FOREIGN KEY (a_id) REFERENCES a(id) ON DELETE CASCADE
    );

    create view v as
     SELECT id
       FROM a;

    CREATE OR REPLACE FUNCTION public.f()
     RETURNS trigger
     LANGUAGE plpgsql
    AS $function$ begin return new; end $function$;
    "
  `)
})

test('does not depend on the order of creation', async () => {
  const forwards = await dumpOf([...PARTS, ...LATER])
  expect(await dumpOf([...PARTS.toReversed(), ...LATER.toReversed()])).toBe(forwards)
})

test('shows a difference in a default, an index or a function', async () => {
  const before = await dumpOf([...PARTS, ...LATER])
  for (const change of ["alter table a alter t set default 'z'", 'drop index a_trgm', 'drop view v']) {
    expect(await dumpOf([...PARTS, ...LATER, change])).not.toBe(before)
  }
})
