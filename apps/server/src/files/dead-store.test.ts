import { createTicket, listMessages } from '@podmoga/contract/tickets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeRetention } from '../business/retention/retention.routes.ts'
import { refusalOf } from '../http/testing-refusals.ts'
import { MODULES } from '../modules.ts'
import { openFiles } from '../ports/open-files.ts'
import { type S3Fault, startTestS3 } from '../ports/testing-s3.ts'
import {
  answer,
  countKept,
  openTicketWorld,
  picture,
  reply,
  writeTicket,
} from '../tickets/tickets.testing.ts'
import { sweepUnattached } from './stored-files.ts'

let s3: Awaited<ReturnType<typeof startTestS3>>
let t: Awaited<ReturnType<typeof openTicketWorld>>
let ticket: string

beforeAll(async () => {
  s3 = await startTestS3()
  const { endpoint, bucket, credentials } = s3.settings
  t = await openTicketWorld({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  })
  ticket = (await writeTicket(t.A)).id
})
afterEach(() => s3.faults.clear())
afterAll(async () => {
  await t.world.close()
  await s3.close()
})

const ready = () => t.world.app.inject('/health/ready')
/** Rows being removed do not count: nothing can refer to them. */
const rowsLeft = async () =>
  (await t.world.sql`select 1 from stored_files where attached_at is null and removing_at is null`).length

describe('a store that fails', () => {
  it.each<S3Fault>([500, 403, 'no bucket'])(
    '%s: refuses for a while, and leaves nothing behind',
    async (fault) => {
      const before = await countKept(t.world)
      const keys = s3.keys()
      s3.faults.set('PUT', fault)
      const refusal = await refusalOf(reply(t.A, ticket, 'С файлом', [await picture()]))
      expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retry_after: expect.any(Number) })
      expect(await countKept(t.world)).toEqual(before)
      expect(s3.keys()).toEqual(keys)
    },
  )

  it('half dead, it blocks nobody: messages without files are sent, and leftovers are swept', async () => {
    s3.faults.set('PUT', 500)
    s3.faults.set('DELETE', 'hangs')
    const file = await picture()
    // More of them than the pool has connections.
    const refused = await Promise.all(
      Array.from({ length: 12 }, (_, at) => refusalOf(reply(t.A, ticket, `С файлом ${at}`, [file]))),
    )
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await rowsLeft()).toBe(0)
    // A transaction of a request that was just answered, or of a job, may be between two statements.
    await expect
      .poll(
        () => t.world.sql`
          select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        // A hanging store would hold it for seconds.
        { timeout: 1000 },
      )
      .toHaveLength(0)
    await t.A.call(createTicket, { form: { category: 'other', initial_message: 'Без файла' } })
    await t.A.call(listMessages, { params: { ticketId: ticket } })
  })

  it('a hung one is given up within its deadline, and the log says so', async () => {
    s3.faults.set('PUT', 'hangs')
    const refusal = await refusalOf(reply(t.A, ticket, 'С файлом', [await picture()]))
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable' })
    expect(JSON.stringify(t.world.log().at(-2))).toContain('Хранилище S3 не ответило')
  })

  it('a file that cannot be fetched is unavailable, not lost', async () => {
    const { attachments } = await reply(t.A, ticket, 'С файлом', [await picture()])
    for (const fault of [500, 'hangs'] as const) {
      s3.faults.set('*', fault)
      const answer = await t.A.raw({ url: attachments[0]?.file_url ?? '' })
      expect([fault, answer.statusCode, answer.headers['retry-after']]).toEqual([fault, 503, '5'])
      expect(answer.json()).toMatchObject({ code: 'unavailable' })
    }
  })
})

describe('/health/ready', () => {
  it('is ready with its database and its store', async () => {
    const answer = await ready()
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  })

  it.each<[S3Fault, string]>([
    [500, 'не отвечает как должно'],
    [403, 'не пускает'],
    ['no bucket', 'нет корзины «podmoga»'],
    ['hangs', 'не ответило'],
  ])('%s: is not ready, and says why', async (fault, text) => {
    s3.faults.set('*', fault)
    await expect
      .poll(async () => (await ready()).json<{ detail?: { files: string } }>().detail?.files)
      .toContain(text)
    const answer = await ready()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
  })
})

// Last, because the clock moves far ahead and ends all sessions.
it('retention deletes rows while the store hangs, and their bytes once it is back', async () => {
  const { id } = await writeTicket(t.A, 'Старый', [await picture()])
  await answer(t.agent, id, 'Готово', { close: 'true' })
  const [kept] = await t.world.sql<{ file_key: string }[]>`
    select a.file_key from attachments a join messages m on m.id = a.message_id where m.ticket_id = ${id}`
  const key = kept?.file_key ?? ''
  expect(s3.keys()).toContain(key)
  await t.world.sql`
    insert into business_settings (business_id, name, value)
    select business_id, 'keep_tickets_months', '1' from tickets where id = ${id}`
  t.world.clock.move(40 * 24 * 3600_000)
  const files = await openFiles(t.world.config)
  s3.faults.set('*', 'hangs')
  // The app's own job may run first, now that the clock has moved.
  await makeRetention(t.world, MODULES)()
  await expect.poll(() => t.world.sql`select from tickets where id = ${id}`).toHaveLength(0)
  expect(await t.world.sql`select from attachments where file_key = ${key}`).toHaveLength(0)
  t.world.clock.move(3600_000)
  // The file sweep also fails with the store, and deletes no row whose bytes are still there.
  await sweepUnattached({ ...t.world, files }, 15 * 60_000, () => false).catch(() => undefined)
  expect(s3.keys()).toContain(key)
  expect(await t.world.sql`select from stored_files where key = ${key}`).toHaveLength(1)
  s3.faults.clear()
  t.world.clock.move(3600_000)
  await sweepUnattached({ ...t.world, files }, 15 * 60_000, () => false)
  expect(s3.keys()).not.toContain(key)
  expect(await t.world.sql`select from stored_files where key = ${key}`).toHaveLength(0)
})
