import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOf } from '../finding.ts'
import { checkKeys, checkStore } from '../installation/check-installation.ts'
import { listMarks, setMark } from '../installation/marks.sql.ts'
import { diskFiles } from '../ports/disk-files.ts'
import type { Files } from '../ports/files.ts'
import { readSecrets, type Secrets, secretsPathOf } from '../secrets.ts'
import { makeSealed } from '../session/session.seal.ts'
import { answer, openTicketWorld, picture, reply, sheet, writeTicket } from '../tickets/tickets.testing.ts'
import { examine } from './examine.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let files: Files
let ticket: string
let key: string
let secrets: Secrets | null

const look = (deep = false) => examine(t.world.sql, files, { now: new Date(), deep, secrets })
const kinds = async (deep = false) => (await look(deep)).findings.map((finding) => finding.kind)
const pathOf = (name: string) => join(t.world.config.DATA_DIR, 'files', name)

beforeAll(async () => {
  t = await openTicketWorld()
  files = await diskFiles(join(t.world.config.DATA_DIR, 'files'))
  secrets = await readSecrets(secretsPathOf(t.world.config))
  ticket = (await writeTicket(t.A, 'Здравствуйте', [await picture(), await sheet()])).id
  await answer(t.agent, ticket, 'Смотрим')
  await reply(t.B, ticket, 'Ждём', [await picture()])
  const other = (await writeTicket(t.C, 'Второй')).id
  await answer(t.agent, other, 'Готово', { close: 'true' })
  const [row] = await t.world.sql<
    { key: string }[]
  >`select file_key as key from attachments order by id limit 1`
  key = row?.key ?? ''
})
afterAll(() => t.world.close())

describe('a healthy installation', () => {
  it('M10: has no findings in any check', async () => {
    expect(await look(true)).toEqual({
      findings: [],
      checked: {
        tickets: 2,
        messages: 5,
        attachments: 3,
        unread: expect.any(Number),
        materials: 0,
        people: expect.any(Number),
        stored_files: 3,
        bytes: 3,
        figure_periods: expect.any(Number),
        seals: 0,
        jobs: expect.any(Number),
      },
    })
  })

  it('M10: has nothing found while people write, and nothing is written by looking', async () => {
    const working = (async () => {
      for (let round = 0; round < 15; round++)
        await Promise.all([
          writeTicket(t.A, `тикет ${round}`, []),
          reply(t.B, ticket, `ответ ${round}`, [new File(['%PDF-1.4'], 'a.pdf')]),
          answer(t.agent, ticket, `поддержка ${round}`),
        ])
    })()
    const reports: string[] = []
    let done = false
    working.finally(() => (done = true)).catch(() => undefined)
    while (!done) reports.push(...(await kinds(true)))
    await working
    expect(reports).toEqual([])
  })

  it('may not write', async () => {
    await expect(
      t.world.sql.begin('isolation level repeatable read read only', (tx) => tx`delete from unread_messages`),
    ).rejects.toThrow(/read-only/)
  })
})

/** Breaks something, expects exactly these findings, and repairs it. */
const broken = async (
  expected: string[],
  breakIt: () => Promise<unknown>,
  repair: () => Promise<unknown>,
  deep = false,
) => {
  await breakIt()
  try {
    expect((await kinds(deep)).sort()).toEqual([...expected].sort())
  } finally {
    await repair()
  }
  expect(await kinds(deep)).toEqual([])
}

describe('what is found', () => {
  it('bytes that are missing', async () => {
    const bytes = await readFile(pathOf(key))
    await broken(
      ['bytes_missing'],
      () => rm(pathOf(key)),
      () => writeFile(pathOf(key), bytes),
    )
  })

  it('files of a wrong size or with other bytes', async () => {
    const bytes = await readFile(pathOf(key))
    const repair = () => writeFile(pathOf(key), bytes)
    await broken(
      ['size_differs'],
      () => writeFile(pathOf(key), Buffer.concat([bytes, Buffer.alloc(1)])),
      repair,
    )
    const others = Buffer.from(bytes)
    others[20] = (others[20] ?? 0) ^ 1
    await broken(['hash_differs'], () => writeFile(pathOf(key), others), repair, true)
    await broken([], () => writeFile(pathOf(key), others), repair)
  })

  it('bytes that no row knows, once they are old', async () => {
    const id = randomUUID()
    const path = pathOf(`${key.slice(0, 2)}/${id}`)
    await broken(
      [],
      () => writeFile(path, 'x'),
      () => rm(path),
    )
    await broken(
      ['bytes_without_row'],
      async () => {
        await writeFile(path, 'x')
        await utimes(path, 0, 0)
      },
      () => rm(path),
    )
  })

  it('a file that the sweep should have taken', async () => {
    const insert = (age: string) => t.world.sql`
      insert into stored_files (key, size, sha256, created_at) values ('aa/old', 1, '', now() - ${age}::interval)`
    const repair = () => t.world.sql`delete from stored_files where key = 'aa/old'`
    await broken(['unattached_file'], () => insert('1 hour'), repair)
    await broken([], () => insert('20 minutes'), repair)
  })

  it('a referenced file that is not attached, and an attached one that is not referenced', async () => {
    await broken(
      ['file_not_attached'],
      () => t.world.sql`update stored_files set attached_at = null where key = ${key}`,
      () => t.world.sql`update stored_files set attached_at = now() where key = ${key}`,
    )
    const path = pathOf(key.replace(/.$/, 'x'))
    await broken(
      ['file_without_owner'],
      async () => {
        await writeFile(path, 'x')
        await t.world.sql`insert into stored_files (key, size, sha256, attached_at)
          values (${key.replace(/.$/, 'x')}, 1, '', now())`
      },
      async () => {
        await rm(path)
        await t.world.sql`delete from stored_files where key = ${key.replace(/.$/, 'x')}`
      },
    )
    await broken(
      ['file_not_attached'],
      () => t.world.sql`update people set image_key = 'aa/gone' where id = ${t.walls.A.id}`,
      () => t.world.sql`update people set image_key = null where id = ${t.walls.A.id}`,
    )
  })

  it.each([
    ['ticket_differs', 'message_count = message_count + 1', 'message_count = message_count - 1'],
    [
      'ticket_differs',
      'last_from_support = not last_from_support',
      'last_from_support = not last_from_support',
    ],
    ['ticket_differs', `last_message = last_message || '!'`, `last_message = left(last_message, -1)`],
    [
      'ticket_differs',
      `last_message_at = last_message_at + interval '1 s'`,
      `last_message_at = last_message_at - interval '1 s'`,
    ],
  ])('%s: %s', async (kind, breakIt, repair) => {
    const update = (how: string) =>
      t.world.sql.unsafe(`update tickets set ${how} where id = ${Number(ticket)}`)
    await broken(
      [kind],
      () => update(breakIt),
      () => update(repair),
    )
  })

  it('a ticket without messages', async () => {
    // Figures are compared only once they have processed all events.
    await expect
      .poll(
        () => t.world.sql`
          select from figure_cursors k join ticket_events e on e.business_id = k.business_id and e.id > k.seen`,
      )
      .toEqual([])
    await broken(
      // It is not counted in the figures either.
      ['ticket_differs', 'figure_facts_wrong'],
      () => t.world.sql`
        insert into tickets (id, restaurant_id, business_id, number, author_id, category)
        select 900000, restaurant_id, business_id, 1, author_id, category from tickets where id = ${ticket}`,
      () => t.world.sql`delete from tickets where id = 900000`,
    )
  })

  it('counters that disagree with a recount', async () => {
    await broken(
      ['ticket_counts_differ'],
      () => t.world.sql`update ticket_counts set items = items + 1 where restaurant_id = ${t.walls.r11}`,
      () => t.world.sql`update ticket_counts set items = items - 1 where restaurant_id = ${t.walls.r11}`,
    )
    await broken(
      ['ticket_number_ahead'],
      () =>
        t.world
          .sql`update businesses set last_ticket_number = last_ticket_number - 1000 where id = ${t.walls.A.business_id}`,
      () =>
        t.world
          .sql`update businesses set last_ticket_number = last_ticket_number + 1000 where id = ${t.walls.A.business_id}`,
    )
  })

  it('unread marks of people who have no business there', async () => {
    await broken(
      ['unread_wrong'],
      () => t.world.sql`
        insert into unread_messages (person_id, restaurant_id, ticket_id, message_id)
        select ${t.walls.D.id}, t.restaurant_id, t.id, m.id from tickets t join messages m on m.ticket_id = t.id
        where t.id = ${ticket} and m.from_support order by m.id limit 1`,
      () => t.world.sql`delete from unread_messages where person_id = ${t.walls.D.id}`,
    )
  })

  it('people with roles or places in two businesses', async () => {
    const { sql } = t.world
    const { A, D, r21, businesses } = t.walls
    await broken(
      ['person_of_two_businesses'],
      () =>
        sql`insert into desk_members (person_id, business_id, role) values (${A.id}, ${businesses.n2}, 'agent')`,
      () => sql`delete from desk_members where person_id = ${A.id}`,
    )
    await sql`insert into memberships (person_id, restaurant_id) values (${A.id}, ${r21})`
    await sql`insert into desk_members (person_id, business_id, role) values (${D.id}, ${businesses.n1}, 'admin')`
    expect((await look()).findings).toEqual([
      {
        kind: 'person_of_two_businesses',
        detail: `people ${A.id} (businesses ${businesses.n1}): restaurants ${r21}`,
      },
      {
        kind: 'person_of_two_businesses',
        detail: `people ${D.id} (businesses ${businesses.n2}): admin businesses ${businesses.n1}`,
      },
    ])
    await sql`delete from memberships where person_id = ${A.id} and restaurant_id = ${r21}`
    await sql`delete from desk_members where person_id = ${D.id}`
    expect(await kinds()).toEqual([])
  })

  it('an article whose cover is gone', async () => {
    const { sql } = t.world
    const id = 900_000
    const business_id = t.walls.A.business_id
    await broken(
      ['material_file_missing'],
      async () => {
        await sql`insert into sections (id, business_id, name, position, slug) values (${id}, ${business_id}, '', 1, '')`
        await sql`insert into subcategories (id, section_id, name, position, slug) values (${id}, ${id}, '', 1, '')`
        await sql`insert into materials (id, business_id, subcategory_id, slug, position, title, cover_id)
          values (${id}, ${business_id}, ${id}, '', 1, '', ${randomUUID()})`
      },
      () => sql`delete from materials where id = ${id}`,
    )
  })

  it('keys and a store of files that are not those of this database, and what does not open', async () => {
    const { sql, config } = t.world
    if (secrets === null) throw new Error('there are no keys')
    const installation = { config, sql, secrets, files }
    await checkKeys(installation)
    await checkStore(installation)
    expect(await kinds()).toEqual([])
    for (const [name, kind] of [
      ['seal_key', 'key_differs'],
      ['file_store', 'store_differs'],
    ] as const) {
      const before = (await listMarks(sql)).get(name) ?? ''
      await broken(
        [kind],
        () => setMark(sql, name, 'other'),
        () => setMark(sql, name, before),
      )
    }
    const { id } = t.walls.A
    const sealed = makeSealed(secrets, 'totp').seal('key', `totp ${id}`)
    await sql`insert into totp_keys (person_id, sealed) values (${id}, ${sealed})`
    expect(await kinds()).toEqual([])
    const flip = () => sql`update totp_keys set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)`
    await broken(['seal_does_not_open'], flip, flip)
    await sql`delete from totp_keys`
    const kept = secrets
    await broken(
      ['keys_missing'],
      async () => {
        secrets = null
      },
      async () => {
        secrets = kept
      },
    )
  })

  it('names a hundred of a kind and counts the rest', () => {
    const found = findingsOf(
      'x',
      Array.from({ length: 105 }, (_, at) => at),
      String,
    )
    expect(found).toHaveLength(101)
    expect(found.at(-1)).toEqual({ kind: 'x', detail: 'и ещё 5' })
  })
})

describe('npm run doctor', () => {
  const doctor = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const { host, port, database: name } = t.world.sql.connection
      const database = `postgres://podmoga@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../doctor.ts'), ...args],
        { env: { ...process.env, DATA_DIR: t.world.config.DATA_DIR, DATABASE_URL: database } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })

  it('ends with 0 and an empty list, or with 1 and what was found', async () => {
    const well = await doctor('--json', '--deep')
    expect(well).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(well.out)).toMatchObject({
      findings: [],
      checked: { stored_files: expect.any(Number) },
    })
    await t.world.sql`update tickets set message_count = message_count + 1 where id = ${ticket}`
    const ill = await doctor()
    await t.world.sql`update tickets set message_count = message_count - 1 where id = ${ticket}`
    expect(ill.code).toBe(1)
    expect(ill.out).toContain(`ticket_differs: tickets ${ticket}: message_count`)
  })
})
