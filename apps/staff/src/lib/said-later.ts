import { explain, isRefusal } from '@podmoga/web/explain'
import { withLock } from '@podmoga/web/locks'
import { isReached } from '@podmoga/web/reach'
import type { Place } from './place.tsx'
import { saidDb as db, lockOfSaid, type Said } from './said-db.ts'

/** Says one kind of thing to the server. */
export type Senders = Record<string, (place: Place, data: never) => Promise<unknown>>

const prefixOf = ({ person, restaurantId }: Pick<Place, 'person' | 'restaurantId'>): string =>
  `${person}/${restaurantId}/`
const nameOf = (place: Place, { kind, key }: Pick<Said, 'kind' | 'key'>): string =>
  `${prefixOf(place)}${kind}/${key}`

/** What may go through another time: no network, a busy or broken server, nobody signed in. */
const PASSING = ['network', 'unavailable', 'internal', 'too_often', 'token_expired', 'unauthorized'] as const
const isPassing = (error: unknown): boolean => PASSING.some((code) => isRefusal(error, code))

let last = 0
const listeners = new Set<() => void>()

/** Told whenever something is kept. Returns how to stop. */
export const onSaidKept = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Says something, or keeps it until there is a network: later words about the same thing (`key`) take the place of earlier
 * ones. Answers null when it was kept. Rejects with what the server has refused.
 */
export const sayOrKeep = async <D, A>(
  place: Place,
  { kind, key, data }: { kind: string; key: string; data: D },
  send: (place: Place, data: D) => Promise<A>,
): Promise<A | null> => {
  try {
    const answer = await send(place, data)
    await db.remove('said', nameOf(place, { kind, key }))
    return answer
  } catch (error) {
    // One call that does not get through while others do tells its person, who may press again.
    if (isReached() || !isRefusal(error, 'network')) throw error
    // In the order of saying, within one millisecond too.
    const before = await db.list<Said>('said', prefixOf(place))
    last = Math.max(Date.now(), last + 1, ...before.map(({ at }) => at + 1))
    await db.put('said', nameOf(place, { kind, key }), { kind, key, data, at: last } satisfies Said)
    for (const listener of listeners) listener()
    return null
  }
}

/** What a person has written in words of their own: refused, it is theirs to take back. The rest is only let go. */
const WRITTEN = new Set(['handover'])

/** Says what was kept, in order, each once, from one tab at a time; answers whether anything was answered. */
export const sendSaid = (place: Place, senders: Senders): Promise<boolean> =>
  withLock(lockOfSaid(prefixOf(place)), async () => {
    let isAnswered = false
    const kept = await db.list<Said>('said', prefixOf(place))
    for (const said of kept.sort((one, other) => one.at - other.at)) {
      if (said.problem !== undefined) continue
      const name = nameOf(place, said)
      let problem: string | undefined
      try {
        await senders[said.kind]?.(place, said.data as never)
      } catch (error) {
        // The rest waits with it: what was said later may stand on what was said before.
        if (isPassing(error)) return isAnswered
        if (WRITTEN.has(said.kind)) problem = explain(error) ?? ''
      }
      isAnswered = true
      // It may have been taken back, or said in other words, meanwhile.
      if ((await db.get<Said>('said', name))?.at !== said.at) continue
      if (problem === undefined) await db.remove('said', name)
      else await db.put('said', name, { ...said, problem } satisfies Said)
    }
    return isAnswered
  })

/** What of one kind has not been heard yet, or was refused, oldest first. */
export const listSaid = async (place: Place, kind: string): Promise<Said[]> =>
  (await db.list<Said>('said', `${prefixOf(place)}${kind}/`)).sort((one, other) => one.at - other.at)

/** Takes back what has not been heard. */
export const takeBack = (place: Place, said: Pick<Said, 'kind' | 'key'>): Promise<void> =>
  db.remove('said', nameOf(place, said))

/** Nothing more is said for a person who has signed out. */
export const forgetSaid = (person: string): Promise<void> => db.removeAll('said', `${person}/`)
