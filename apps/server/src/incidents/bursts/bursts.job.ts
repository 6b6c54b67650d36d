import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { IncidentNeeds } from '../incidents.needs.ts'
import { ANY, burstOf, LEAST_RESTAURANTS, sharedWords } from './bursts.rules.ts'
import { keepBurst, listOpenings, listWriting, listWritten, readPast } from './bursts.sql.ts'

const EVERY_MS = 30_000

/** Returns the word shown for a stem: the shortest one with it in the texts. */
const wordOf = (stem: string, texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.startsWith(stem.slice(0, -1)) && word.length >= stem.length)
    .toSorted((one, other) => one.length - other.length)[0] ?? stem

/** Detects bursts of similar tickets and proposes each to the desk once. Safe to run on several servers at once. */
export const proposeBursts = ({ sql, clock }: Deps, { publishToDesk, topicsOf }: IncidentNeeds): Every => {
  const look = async (business_id: string): Promise<void> => {
    const now = clock.now()
    const openings = await listOpenings(sql, business_id, now)
    const groups = sharedWords(openings)
    if (groups.length === 0) return
    const stems = [...new Set(groups.map(({ stem }) => stem))]
    const burst = burstOf(openings, groups, await readPast(sql, { business_id, now, stems }))
    if (burst === null) return
    const { topic, ticket_ids } = burst
    const texts = await listWritten(sql, ticket_ids)
    const words = [...new Set(burst.stems.map((stem) => wordOf(stem, texts)))]
    const isModule = topic !== ANY && (await topicsOf(business_id, 'module')).some(({ key }) => key === topic)
    const kept = { business_id, topic: isModule ? topic : null, words, ticket_ids, now }
    await sql.begin(async (tx) => {
      const id = await keepBurst(tx, kept)
      if (id !== null) await publishToDesk(tx, business_id, 'incident', { id, count: null })
    })
  }
  return {
    ms: EVERY_MS,
    caller: 'incident bursts',
    run: async () => {
      for (const business_id of await listWriting(sql, clock.now(), LEAST_RESTAURANTS))
        await look(business_id)
    },
  }
}
