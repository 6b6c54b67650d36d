import { categoryName } from '@podmoga/contract/fields/choices'
import * as calls from '@podmoga/contract/shifts'
import { paths } from '@podmoga/contract/staff-pages'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { DevicesOf } from '../../ports/domains/person-devices.ts'
import { publishToRestaurant } from '../live/restaurant-news.sql.ts'
import { iso, photoLink } from '../tickets.answers.ts'
import { readableIds, ticketOf } from '../tickets.rules.ts'
import {
  accept,
  addHandover,
  beginShift,
  endShift,
  findAcceptor,
  findTaken,
  listHandedTickets,
  listHandovers,
  listOnShift,
  listReaderRows,
} from './shifts.sql.ts'

/** Longer than any shift: a shift begun earlier was left open by mistake. */
const LONGEST_MS = 16 * 3_600_000

const nameOf = ({ first_name }: { first_name: string | null }): string => first_name?.trim() || 'Сотрудник'

interface Notices {
  /** Wakes the sending of notifications. */
  wake: () => void
  devicesOf: DevicesOf
}

/** Makes the function that notifies the author of a handover who accepted it; nothing if they accepted it themselves. */
const makeSenderOf =
  (devicesOf: DevicesOf) =>
  async (tx: Db, restaurant_id: string, id: string): Promise<() => void> => {
    const taken = await findTaken(tx, id)
    if (taken === undefined || taken.author_id === taken.accepted_by) return () => {}
    const notifyAuthor = await devicesOf(tx, taken.author_id)
    const body = `${nameOf(taken)} · ${taken.restaurant}`
    const path = paths.shift(restaurant_id)
    return () => notifyAuthor({ title: 'Вашу смену приняли', body, path, tag: `handover-taken-${id}` })
  }

/** The shift of a restaurant: who is on it, and its handover to the next one. */
export const shiftRoutes = (on: On, { sql, clock, links, rates }: Deps, notices: Notices): void => {
  const senderOf = makeSenderOf(notices.devicesOf)
  const times = () => {
    const now = clock.now()
    return { now, since: new Date(now.getTime() - LONGEST_MS) }
  }
  const publish = ({ restaurant_id }: Staff) => publishToRestaurant(sql, restaurant_id, 'shift', {})

  const answer = async (who: Staff): Promise<calls.Shift> => {
    const { restaurant_id, person_id } = who
    const people = await listOnShift(sql, { restaurant_id, since: times().since })
    const handovers = await listHandovers(sql, restaurant_id)
    const ids = handovers.map(({ id }) => id)
    const tickets = ids.length === 0 ? [] : await listHandedTickets(sql, { restaurant_id, person_id, ids })
    return {
      is_on: people.some(({ id }) => id === person_id),
      people: people.map((row) => ({
        id: row.id,
        name: nameOf(row),
        image: photoLink(links, who, row.image_key),
        since: iso(row.began_at),
      })),
      handovers: handovers.map((row) => ({
        id: row.id,
        note: row.note,
        author_name: nameOf(row),
        is_mine: row.author_id === person_id,
        created_at: iso(row.created_at),
        tickets: tickets
          .filter(({ handover_id }) => handover_id === row.id)
          .map(({ id, number, category, status, last_message, unread }) => ({
            id,
            number,
            category: categoryName(category),
            status,
            last_message,
            unread,
          })),
      })),
    }
  }

  on(calls.getShift, ({ who }) => answer(who))

  on(calls.setShift, async ({ who, body }) => {
    await rates.take('shifts', who.person_id, 60, 3600)
    const { restaurant_id, person_id } = who
    if (body.is_on) await beginShift(sql, { restaurant_id, person_id, ...times() })
    else await endShift(sql, { restaurant_id, person_id, now: clock.now() })
    await publish(who)
    return answer(who)
  })

  on(calls.handOver, ({ who, body, once }) =>
    once({
      before: () => rates.take('handovers', who.person_id, 20, 3600),
      work: async (tx) => {
        const { restaurant_id, person_id } = who
        const now = clock.now()
        const ticket_ids = readableIds(body.ticket_ids)
        const id = await addHandover(tx, { restaurant_id, person_id, note: body.note, ticket_ids, now })
        await endShift(tx, { restaurant_id, person_id, now })
        await publishToRestaurant(tx, restaurant_id, 'shift', {})
        return { id }
      },
    }).finally(notices.wake),
  )

  on(calls.acceptHandover, async ({ who, params }) => {
    const { restaurant_id, person_id } = who
    const id = rowId(params.handoverId)
    let notifyAuthor = () => {}
    const isTaken = await sql.begin(async (tx) => {
      const isFirst = await accept(tx, { restaurant_id, person_id, id, now: clock.now() })
      if (!isFirst) return false
      await beginShift(tx, { restaurant_id, person_id, ...times() })
      notifyAuthor = await senderOf(tx, restaurant_id, id)
      return true
    })
    notifyAuthor()
    if (!isTaken) {
      const acceptor = await findAcceptor(sql, { restaurant_id, id })
      if (acceptor === undefined) throw refuse('not_found')
      if (acceptor.id !== person_id)
        throw refuse('accepted_already', {
          message: `Эту смену уже принимает другой человек: ${nameOf(acceptor)}.`,
        })
    }
    await publish(who)
    notices.wake()
    return answer(who)
  })

  on(calls.listReaders, async ({ who, params }) => {
    const { restaurant_id } = who
    const { id } = await ticketOf(sql, { scope: { restaurant_id }, ticket_id: params.ticketId })
    const read = await listReaderRows(sql, { restaurant_id, ticket_id: id })
    return { message_id: read?.message_id ?? null, readers: read?.readers.map(nameOf) ?? [] }
  })
}
