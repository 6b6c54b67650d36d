import * as calls from '@podmoga/contract/desk/figure-letter'
import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import type { On } from '../../http/serve.ts'
import type { Letters } from '../../ports/domains/letters.ts'
import { listVersionRows } from '../levels/levels.sql.ts'
import { onTheWall } from '../levels/working-time.ts'
import { zonesOf } from './facts.rules.ts'
import { figuresOf } from './figures.answers.ts'
import { readTotals } from './figures.sql.ts'
import { dueMonday, letterOf, mondayOf, weekBefore } from './letter.rules.ts'
import { dropLetters, findLetter, listWanting, takeLetter, wantLetter } from './letter.sql.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const wallOf = async ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, business_id: string) => {
  const zones = zonesOf(await listVersionRows(sql, business_id))
  return onTheWall(zones.at(-1)?.zone ?? '', clock.now().getTime())
}

export const letterRoutes = (on: On, deps: Deps, { closed }: Pick<Letters, 'closed'>): void => {
  const { sql } = deps
  const answer = async (who: PeopleManager) => ({ ...(await findLetter(sql, who)), closed: closed() })
  on(calls.getFigureLetter, ({ who }) => answer(who))
  on(calls.setFigureLetter, async ({ who, body }) => {
    const { day } = await wallOf(deps, who.business_id)
    if (body.is_wanted) await wantLetter(sql, { ...who, week: mondayOf(day) })
    else await dropLetters(sql, who)
    return answer(who)
  })
}

/** Sends weekly letters to heads of support on Mondays, with what changed most. Each is taken once, in a transaction. */
export const letterJobs = (deps: Deps, { closed, put, wake }: Letters): Jobs => ({
  'figures by mail': {
    ms: HOUR,
    at_start: true,
    caller: 'figures',
    run: async () => {
      if (closed() !== null) return
      const { sql, clock, config, background } = deps
      for (const business_id of await listWanting(sql)) {
        const week = dueMonday(await wallOf(deps, business_id))
        const of = async (monday: string) => {
          const asked = {
            business_ids: [business_id],
            restaurant_ids: null,
            agent_id: null,
            by: 'day',
          } as const
          return figuresOf(await readTotals(sql, { ...asked, ...weekBefore(monday) }))
        }
        let letter: ReturnType<typeof letterOf> | undefined
        const next = (): Promise<boolean> =>
          sql.begin(async (tx) => {
            const to = await takeLetter(tx, { business_id, week })
            if (to === undefined) return false
            letter ??= letterOf(week, await of(week), await of(weekBefore(week).from))
            if (to.email === null || letter === null) return true
            // The link opens the week of the letter, not the current one.
            const asked = new URLSearchParams({ period: 'own', ...weekBefore(week) })
            const link = `${config.public_url}/desk/service?${asked}`
            const last = 'Отказаться от писем можно там же, внизу страницы.'
            const { person_id, email } = to
            const until = new Date(clock.now().getTime() + DAY)
            await put(tx, { person_id, email }, { ...letter, link, label: 'Открыть показатели', last }, until)
            return true
          })
        while (!background.closing.aborted && (await next()));
        if (letter) wake()
      }
    },
  },
})
