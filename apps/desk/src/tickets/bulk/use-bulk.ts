import type { Call } from '@podmoga/contract/client'
import type { BulkAct, changeMany } from '@podmoga/contract/desk/bulk'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { BULK_MAX } from '@podmoga/contract/fields/limits'
import { NotDone } from '@podmoga/web/submit/submit'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { makeSubmitKey } from '@podmoga/web/submit-key'
import { useState } from 'react'
import { doToMany, viewsQuery } from '../filters/views.api.ts'
import { TICKETS_SHOWN } from '../tickets.api.ts'
import { useUndoTime } from '../workspace/use-undo-time.ts'
import { BULK } from './bulk.texts.ts'

export type Fate = Answer<typeof changeMany>['results'][number]

/** One act for some of the tickets. */
interface Step {
  act: BulkAct
  tickets: string[]
}

/** What takes back what was done, each act for those that it fits; nothing that was not done is touched. */
export const undoOf = (act: BulkAct, results: readonly Fate[]): Step[] => {
  const done = results.filter(({ fate }) => fate === 'done')
  const all = (back: BulkAct) => (done.length === 0 ? [] : [{ act: back, tickets: done.map(({ id }) => id) }])
  switch (act.do) {
    case 'close':
      return all({ do: 'reopen' })
    case 'reopen':
      return all({ do: 'close' })
    case 'tag':
      return all({ do: 'untag', tag: act.tag })
    case 'untag':
      return all({ do: 'tag', tag: act.tag })
    default: {
      const groups = Map.groupBy(done, ({ before }) => before)
      return [...groups].flatMap(([before, group]): Step[] => {
        const tickets = group.map(({ id }) => id)
        if (act.do === 'assign')
          return [{ act: { do: 'assign', assignee: before, from: act.assignee }, tickets }]
        if (act.do === 'snooze') return [{ act: { do: 'snooze', until: before }, tickets }]
        const priority = Priority.options.find((known) => known === before)
        return priority === undefined ? [] : [{ act: { do: 'priority', priority }, tickets }]
      })
    }
  }
}

interface Report {
  done: number
  failed: Fate[]
  undo: Step[]
}

/** One thing done to many tickets, what became of each, and five seconds to take it back. */
export function useBulk(call: Call, onDone: () => void) {
  const [report, setReport] = useState<Report | null>(null)
  const submit = useSubmit({
    refreshes: [TICKETS_SHOWN, viewsQuery(call).queryKey],
    refreshesAlways: true,
    failed: BULK.bulk_failed,
  })
  // The same step, made again after its answer was lost, is the same request.
  const [keys] = useState(makeSubmitKey)

  const hold = useUndoTime(report !== null && report.undo.length > 0 ? report : null, () =>
    setReport((now) => now && { ...now, undo: [] }),
  )

  const send = async (tickets: string[], act: BulkAct): Promise<readonly Fate[]> => {
    const { results } = await doToMany(call, tickets, act, keys.of(JSON.stringify([tickets, act])))
    keys.done()
    return results
  }
  /** Why it could not be done; null: it is. */
  const run = async (work: () => Promise<Report>): Promise<string | null> => {
    let why: string = BULK.bulk_failed
    const onRefused = (_: unknown, words: string) => {
      why = words
    }
    const done = await submit.run(async () => setReport(await work()), { onRefused })
    return done === null ? why : null
  }
  const reportOf = (results: readonly Fate[], undo: Report['undo']): Report => ({
    done: results.filter(({ fate }) => fate === 'done' || fate === 'same').length,
    failed: results.filter(({ fate }) => fate !== 'done' && fate !== 'same'),
    undo,
  })
  return {
    report,
    problem: submit.problem,
    isBusy: submit.isPending,
    /** What the hand or the focus is at stays until they leave; then the five seconds begin anew. */
    hold,
    perform: async (tickets: string[], act: BulkAct): Promise<string | null> => {
      const why = await run(async () => {
        if (tickets.length > BULK_MAX) throw new NotDone(BULK.too_many(BULK_MAX))
        const results = await send(tickets, act)
        return reportOf(results, undoOf(act, results))
      })
      if (why === null) onDone()
      return why
    },
    undo: async (): Promise<void> => {
      const steps = report?.undo ?? []
      await run(async () => {
        const results: Fate[] = []
        for (const { act, tickets } of steps) results.push(...(await send(tickets, act)))
        return reportOf(results, [])
      })
    },
    dismiss: () => {
      setReport(null)
      submit.clearProblem()
    },
  }
}
