import type { Call } from '@podmoga/contract/client'
import type { BulkAct, changeMany } from '@podmoga/contract/desk/bulk'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { BULK_MAX } from '@podmoga/contract/fields/limits'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { makeSubmitKey } from '@podmoga/web/submit-key'
import { useRef, useState } from 'react'
import { doToMany, viewsQuery } from '../filters/views.api.ts'
import { TICKETS_SHOWN } from '../tickets.api.ts'
import { undoable, undoOffered } from '../workspace/last-undo.ts'
import { useUndoTime } from '../workspace/use-undo-time.ts'
import { BULK } from './bulk.texts.ts'

export type Fate = Answer<typeof changeMany>['results'][number]

/** One action for some of the tickets. */
interface Step {
  act: BulkAct
  tickets: string[]
}

/** Maximum number of picked tickets; they are sent in batches of BULK_MAX. */
export const PICK_MAX = 1000

/** Number of messages of each ticket when it was picked: a ticket with a newer one is not closed. */
export type SeenCounts = ReadonlyMap<string, number>

const withSeen = (act: BulkAct, tickets: readonly string[], seen: SeenCounts): BulkAct => {
  if (act.do !== 'close') return act
  const known = tickets.flatMap((id) => (seen.has(id) ? [[id, seen.get(id)] as const] : []))
  return { ...act, seen: Object.fromEntries(known) as Record<string, number> }
}

/** The steps that undo `act`, grouped by the previous value. Tickets that were not changed are left out. */
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
      const groups = new Map<(typeof done)[number]['before'], (typeof done)[number][]>()
      for (const one of done) groups.set(one.before, [...(groups.get(one.before) ?? []), one])
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

/** Bulk actions with a report per ticket and five seconds to undo. */
export function useBulk(call: Call, { onDone, seen }: { onDone: () => void; seen: () => SeenCounts }) {
  const [report, setReport] = useState<Report | null>(null)
  const submit = useSubmit({
    refreshes: [TICKETS_SHOWN, viewsQuery(call).queryKey],
    refreshesAlways: true,
    failed: BULK.bulk_failed,
    // Undo may be pressed while the lists are still refetching: it must not count as a second press of the same action.
    isPerName: true,
  })
  // A step repeated after a lost response reuses its idempotency key.
  const [keys] = useState(makeSubmitKey)
  const kept = useRef<SeenCounts>(new Map())
  const sending = useRef<Promise<void>>(Promise.resolve())

  const hold = useUndoTime(report !== null && report.undo.length > 0 ? report : null, () =>
    setReport((now) => now && { ...now, undo: [] }),
  )

  /** Sends batch by batch and reports each: if the network fails midway, the finished part is known and can be undone. */
  const send = async (
    steps: readonly Step[],
    counts: SeenCounts,
    onPart: (step: Step, results: readonly Fate[]) => void,
  ): Promise<void> => {
    for (const { act, tickets } of steps)
      for (let at = 0; at < tickets.length; at += BULK_MAX) {
        const part = tickets.slice(at, at + BULK_MAX)
        const what = withSeen(act, part, counts)
        const { results } = await doToMany(call, part, what, keys.of(JSON.stringify([part, what])))
        keys.done()
        onPart({ act, tickets: part }, results)
      }
  }
  /** Resolves to the reason of the failure, or null on success. */
  const run = async (steps: readonly Step[], canUndo: boolean): Promise<string | null> => {
    let why: string = BULK.bulk_failed
    const onRefused = (_: unknown, words: string) => {
      why = words
    }
    // Counts as of the pick; undo uses the same counts.
    const counts = new Map(canUndo ? seen() : kept.current)
    kept.current = counts
    const work = async () => {
      const all: Fate[] = []
      const undo: Step[] = []
      if (canUndo) undoable(() => run(undo, false))
      // Undo waits until the action being sent has finished.
      else await sending.current
      const sent = send(steps, counts, ({ act }, results) => {
        all.push(...results)
        if (canUndo) undo.push(...undoOf(act, results))
        setReport(reportOf(all, undo))
      })
      if (canUndo) sending.current = sent.catch(() => undefined)
      await sent
      return { ok: true }
    }
    return (await submit.run(work, { onRefused, name: canUndo ? 'do' : 'undo' })) === null ? why : null
  }
  const reportOf = (results: readonly Fate[], undo: Report['undo']): Report => ({
    done: results.filter(({ fate }) => fate === 'done' || fate === 'same').length,
    failed: results.filter(({ fate }) => fate !== 'done' && fate !== 'same'),
    undo: [...undo],
  })
  return {
    report,
    problem: submit.problem,
    isBusy: submit.isPending,
    /** Pauses the undo timer while the pointer or the focus is on the offer; restarts it afterwards. */
    hold,
    perform: async (tickets: string[], act: BulkAct): Promise<string | null> => {
      const why = await run([{ act, tickets }], true)
      if (why === null) onDone()
      return why
    },
    undo: (): void => void undoOffered(),
    dismiss: () => {
      setReport(null)
      submit.clearProblem()
    },
  }
}
