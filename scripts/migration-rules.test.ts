import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS_DIR } from '../apps/server/src/db/migrate/files.ts'
import { readReleases } from '../apps/server/src/db/releases/testing-releases.ts'
import { migrationProblems } from './migration-rules.ts'

const releases = readReleases().slice(0, 2)
let dir = ''

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podmoga-rules-'))
  for (const name of await readdir(MIGRATIONS_DIR))
    if (Number(name.slice(0, 4)) <= 36) await copyFile(join(MIGRATIONS_DIR, name), join(dir, name))
})
afterEach(() => rm(dir, { recursive: true }))

/** Returns the problems of each of these migrations, applied in order after release 0.2.0. */
const wrongWith = async (texts: readonly string[]): Promise<string[][]> => {
  const names = texts.map((_, at) => `${String(at + 37).padStart(4, '0')}_next.sql`)
  for (const [at, text] of texts.entries()) await writeFile(join(dir, names[at] ?? ''), text)
  const problems = await migrationProblems(releases, dir)
  return names.map((name) =>
    problems.filter((problem) => problem.startsWith(name)).map((problem) => problem.slice(name.length + 2)),
  )
}

test('nothing new, nothing wrong', async () => {
  expect(await migrationProblems(releases, dir)).toEqual([])
})

const ALLOWED = [
  ['a nullable column', 'alter table tickets add column word text;'],
  ['a column with a constant default', "alter table tickets add column word_b text not null default 'x';"],
  ['a table that belongs to a busy one', 'create table pins (ticket_id bigint not null references tickets);'],
  ['an index on a table that few write to', 'create index topics_name on topics (name);'],
  [
    'busy tables, each in a step of its own',
    'alter table tickets add column word_c text;\n-- step\nalter table messages add column word text;',
  ],
  [
    'a constraint that is checked later',
    `alter table tickets add column word_d text;
-- step
alter table tickets add constraint tickets_word_check check (length(word_d) < 9) not valid;
-- step
alter table tickets validate constraint tickets_word_check;`,
  ],
  [
    'an index built beside writers',
    '-- step: concurrently\ncreate index concurrently if not exists tickets_x on tickets (topic_name);',
  ],
  [
    'rows filled in portions',
    `alter table tickets add column word_e text;
-- step: portions
update tickets set word_e = '' where id in (select id from tickets where word_e is null limit 1000);`,
  ],
]

test('allowed: what the release before lives with, and what holds nobody up', async () => {
  const found = await wrongWith(ALLOWED.map(([, text]) => `-- expand\n${text}`))
  expect(found.map((problems, at) => [ALLOWED[at]?.[0], ...problems])).toEqual(
    ALLOWED.map(([name]) => [name]),
  )
})

const TAKES_AWAY: [string, string][] = [
  ['alter table topics drop column name;', 'колонка topics.name убрана или переименована'],
  ['alter table tags rename column name to title;', 'колонка tags.name убрана или переименована'],
  ['drop table thesaurus_off;', 'таблица thesaurus_off убрана или переименована'],
  ['alter table synonyms rename to others;', 'таблица synonyms убрана или переименована'],
  ['alter table topics alter column position type bigint;', 'колонка topics.position меняет тип'],
  [
    'alter table restaurants alter column hours set not null;',
    'колонка restaurants.hours становится not null',
  ],
  ['alter table memberships alter column role drop default;', 'колонка memberships.role теряет default'],
  ['alter table topics add column word text not null;', 'новая колонка topics.word — not null без default'],
  ['drop function search_words(text) cascade;', 'функция search_words(text) убрана или переименована'],
]

test('what the release before may count on goes only by a contraction', async () => {
  const found = await wrongWith(TAKES_AWAY.map(([text]) => `-- expand\n${text}`))
  expect(found).toEqual(TAKES_AWAY.map(([, problem]) => [problem]))
})

test('a contraction may take it away', async () => {
  const found = await wrongWith(TAKES_AWAY.map(([text]) => `-- contract 0.2.0\n${text}`))
  expect(found).toEqual(TAKES_AWAY.map(() => []))
})

const HOLDS_UP: [string, string][] = [
  [
    'alter table tickets add column a int; alter table messages add column a int;',
    'один шаг держит несколько таблиц (messages, tickets): по шагу на каждую',
  ],
  [
    'create table pins (ticket_id bigint references tickets, person_id bigint references people);',
    'один шаг держит несколько таблиц (people, tickets): по шагу на каждую',
  ],
  [
    'alter table topics add column a int; alter table tags add column a int;',
    'один шаг держит несколько таблиц (tags, topics): по шагу на каждую',
  ],
  [
    'create index tickets_y on tickets (topic_name);',
    'индекс tickets_y строится под замком tickets: нужен шаг «-- step: concurrently»',
  ],
  [
    'alter table tickets add constraint short check (length(topic_name) < 9);',
    'ограничение short проверяет всю таблицу tickets: добавьте not valid, проверьте следующим шагом',
  ],
  [
    'alter table tickets add column folded text generated always as (lower(topic_name)) stored;',
    'таблица tickets переписывается целиком',
  ],
  [
    "update tickets set topic_name = 'x';",
    'строки tickets меняются одной командой: нужен шаг «-- step: portions»',
  ],
  ['select 1;\ncommit;\nbegin;', 'транзакцией ведает тот, кто выполняет миграции: уберите begin и commit'],
  [
    '-- step: concurrently\ncreate index concurrently tickets_x on tickets (topic_name);',
    'в шаге concurrently — одна команда «create index concurrently if not exists ИМЯ on …»',
  ],
]

test.each(['expand', 'contract 0.2.0'])('what holds up whoever writes is refused: %s', async (header) => {
  const found = await wrongWith(HOLDS_UP.map(([text]) => `-- ${header}\n${text}`))
  expect(found).toEqual(HOLDS_UP.map(([, problem]) => [problem]))
})

test('who lives with it is said in the first line, and is a release', async () => {
  const text = 'alter table topics drop column '
  expect(
    await wrongWith([
      `-- Names go.\n${text} name;`,
      `-- contract 0.3.0\n${text} position;`,
      '-- expand\nselect nothing();',
    ]),
  ).toEqual([
    [
      'первая строка должна быть «-- expand» или «-- contract ВЫПУСК»',
      'колонка topics.name убрана или переименована',
    ],
    ['выпуска 0.3.0 в docs/releases.md нет: прежний выпуск с этой миграцией не живёт'],
    ['не выполняется: error: function nothing() does not exist'],
  ])
})
