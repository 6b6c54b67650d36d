import { mkdir } from 'node:fs/promises'
import type { TransactionSql } from '@podmoga/sql/sql'
import { attachFiles, dropFiles, storeFiles } from '../../files/stored-files.ts'
import { openTempFile, tempDir } from '../../files/temp-files.ts'
import type { ReceivedFile, StoredFile } from '../../http/uploads.ts'
import { addMessage, addTicket, markProcessed } from '../../tickets/tickets.module.ts'
import type { World } from '../../world.ts'
import { draw } from './draw.ts'
import { type DemoFile, demoFiles } from './files.ts'
import { type DemoTicket, type DemoVoice, demoTickets } from './tickets.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type SeedWorld = Pick<World, 'sql' | 'files' | 'clock' | 'config'>

/** Creates the demo business's tickets, dated to the days before now. */
export const seedTickets = async (world: SeedWorld): Promise<void> => {
  const now = world.clock.now().getTime()
  const drawn = await Promise.all(demoFiles.map((file) => drawFile(world, file)))
  const stored = await storeFiles(world, drawn)
  const filesOf = (ticket: DemoTicket, message: number): StoredFile[] =>
    stored.filter((_, index) => isOf(demoFiles[index], ticket, message))
  try {
    await world.sql.begin(async (tx) => {
      const people = await demoPeople(tx)
      const chronological = [...demoTickets].sort(
        (one, other) => other.created_days_ago - one.created_days_ago,
      )
      for (const ticket of chronological) await writeTicket(tx, { ticket, people, filesOf, now })
      await readWhatWasAnswered(tx)
      await attachFiles(tx, stored)
    })
  } catch (error) {
    await dropFiles(world, stored)
    throw error
  }
}

const isOf = (file: DemoFile | undefined, ticket: DemoTicket, message: number): boolean =>
  file !== undefined &&
  file.message === message &&
  file.restaurant_id === ticket.restaurant_id &&
  ticket.text.startsWith(file.ticket)

const drawFile = async (world: SeedWorld, file: DemoFile): Promise<ReceivedFile> => {
  const { bytes, content_type } = await draw(file.drawing)
  const dir = tempDir(world.config)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const temp = await openTempFile(dir)
  await temp.write(bytes)
  return { file_name: file.file_name, content_type, temp_path: temp.path, ...(await temp.finish()) }
}

interface DemoPeople {
  business_id: string
  aziza: string
  timur: string
  agent: string
}

const demoPeople = async (tx: TransactionSql): Promise<DemoPeople> => {
  const rows = await tx<{ id: string; business_id: string; email: string }[]>`
    select id, business_id, email from people where email in ('aziza@demo.test', 'timur@demo.test', 'agent@demo.test')`
  const find = (email: string) => {
    const row = rows.find((person) => person.email === email)
    if (row === undefined) throw new Error(`the demo person ${email} must be there before the tickets`)
    return row
  }
  return {
    business_id: find('aziza@demo.test').business_id,
    aziza: find('aziza@demo.test').id,
    timur: find('timur@demo.test').id,
    agent: find('agent@demo.test').id,
  }
}

const writeTicket = async (
  tx: TransactionSql,
  demo: {
    ticket: DemoTicket
    people: DemoPeople
    filesOf: (ticket: DemoTicket, message: number) => StoredFile[]
    now: number
  },
): Promise<void> => {
  const { ticket, people, filesOf } = demo
  const colleague = ticket.author === 'aziza' ? people.timur : people.aziza
  const voices: Record<DemoVoice, string> = { author: people[ticket.author], colleague, agent: people.agent }
  let time = demo.now - ticket.created_days_ago * DAY
  const { id } = await addTicket(
    tx,
    {
      restaurant_id: ticket.restaurant_id,
      business_id: people.business_id,
      author_id: voices.author,
      category: ticket.category,
      topic: ticket.topic,
      text: ticket.text,
      now: new Date(time),
    },
    filesOf(ticket, 0),
  )
  for (const [index, message] of ticket.conversation.entries()) {
    time += message.minutes_later * MINUTE
    await addMessage(
      tx,
      {
        ticket_id: id,
        author_id: voices[message.from],
        from_support: message.from === 'agent',
        text: message.text,
        now: new Date(time),
      },
      filesOf(ticket, index + 1),
    )
  }
  if (ticket.status === 'processed') await markProcessed(tx, id, new Date(Math.min(time + MINUTE, demo.now)))
}

/** Only the last replies of support in open tickets stay unread: an author who replied has read everything before. */
const readWhatWasAnswered = async (tx: TransactionSql): Promise<void> => {
  await tx`
    delete from unread_messages u using messages m, tickets t
    where m.id = u.message_id and t.id = m.ticket_id and (
      t.status = 'processed' or exists (
        select from messages later
        where later.ticket_id = t.id and later.position > m.position and not later.from_support
      )
    )`
}
