import { makeGather } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import type { Listener } from '../../live/live-stream.ts'
import { countDesk, countMine } from './work.sql.ts'

/** Events within this time share one update of the counts. */
const GATHER_MS = 150

/** A desk stream of the businesses in `seen`. */
interface Counted extends Pick<Listener<DeskMember>, 'who' | 'stream'> {
  seen: ReadonlyMap<string, bigint>
}

/** Sends desks the numbers of waiting tickets, of unassigned ones, and of the reader's own. */
export const makeDeskCounts = ({ sql, log }: Pick<Deps, 'sql' | 'log'>) => {
  /** Sends counts to these streams: one query for all readers' own tickets, and one per set of businesses. */
  const send = async (subscribers: readonly Counted[]): Promise<void> => {
    const mine = await countMine(sql, [...new Set(subscribers.map(({ who }) => who.person_id))])
    const groups = Map.groupBy(subscribers, ({ seen }) => [...seen.keys()].join(','))
    for (const group of groups.values()) {
      const { waiting, free } = await countDesk(sql, [...(group[0]?.seen.keys() ?? [])])
      for (const { who, stream } of group)
        stream.send({ name: 'counts', data: { waiting, free, mine: mine.get(who.person_id) ?? 0 } })
    }
  }

  const gather = makeGather<Counted>(GATHER_MS, (subscribers) => {
    send(subscribers.filter(({ stream }) => !stream.closed)).catch((error: unknown) => {
      log.warn({ err: error }, 'the counts of the desk wait for the next event')
    })
  })

  return {
    /** Schedules an update; calls within GATHER_MS share it. */
    sendSoon: (subscribers: Iterable<Counted>): void => {
      for (const subscriber of subscribers) gather(subscriber)
    },
    /** The current counts of one reader. */
    countFor: async ({ business_ids, person_id }: Pick<DeskMember, 'business_ids' | 'person_id'>) => {
      const { waiting, free } = await countDesk(sql, business_ids)
      return { waiting, free, mine: (await countMine(sql, [person_id])).get(person_id) ?? 0 }
    },
  }
}
