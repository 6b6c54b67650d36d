import * as calls from '@podmoga/contract/desk/macros'
import type { Deps } from '../../deps.ts'
import { makeNoteShared } from '../../http/journal/make-note.ts'
import { businessOf, type DeskMember } from '../../http/principals.ts'
import { isRowId, refuse, refuseTakenName, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { HoldActs } from '../../ports/domains/ticket-acts.ts'
import {
  findMacro,
  findRun,
  insertMacro,
  insertRun,
  listMacroRows,
  type MacroRow,
  type RunRow,
  removeMacro,
  undoRun,
  updateMacro,
} from './macros.sql.ts'

/** Delay before a macro runs, during which it can be undone: an answer to a customer cannot be taken back later. */
const HOLD_MS = 5000

const macroAnswer = ({ business_id: _, ...macro }: MacroRow): calls.Macro => macro

/** Returns the facts of a macro for the audit journal. */
const factsOf = ({ name, acts: { text, tags, priority, assignee, close } }: calls.Macro) => ({
  name,
  text,
  tags,
  priority,
  assignee,
  closes: close,
})

const runAnswer = ({ id, name, state, due_at, tickets, results }: RunRow): calls.MacroRun => ({
  id,
  name,
  state,
  due_at: new Date(due_at).toISOString(),
  total: tickets.length,
  results,
})

/** Schedules actions on tickets that the person may undo as a whole for a few seconds, the answer included. */
export const holdActs: HoldActs = async (tx, { now, ...run }) =>
  runAnswer(await insertRun(tx, { ...run, due_at: new Date(now.getTime() + HOLD_MS) }))

/** Routes of macros: shared by the agents of a business, run by each of them. */
export const macroRoutes = (on: On, { sql, clock, rates, config }: Deps): void => {
  const noteShared = makeNoteShared(clock, 'macro')
  on(calls.listMacros, async ({ who }) => ({
    results: await listMacroRows(sql, who.business_ids, calls.MACROS_MAX * who.business_ids.length),
  }))

  on(calls.addMacro, ({ who, body, once, request }) =>
    once({
      work: async (tx) => {
        const draft = { ...body, business_id: businessOf(who), most: calls.MACROS_MAX }
        const row = await refuseTakenName('macros_name', insertMacro(tx, draft))
        if (row === undefined)
          throw refuse('invalid', { fields: { name: `Макросов может быть не больше ${calls.MACROS_MAX}` } })
        await noteShared(tx, { who, request, ...row }, null, factsOf(row))
        return macroAnswer(row)
      },
    }),
  )

  on(calls.editMacro, async ({ who, params, body, request }) => {
    const id = rowId(params.macroId)
    return sql.begin(async (tx) => {
      const changed = await refuseTakenName('macros_name', updateMacro(tx, who.business_ids, { id, ...body }))
      if (changed === undefined) throw refuse('not_found')
      if (changed === null) throw refuse('changed_meanwhile')
      const { row, before } = changed
      await noteShared(tx, { who, request, ...row }, factsOf(before), factsOf(row))
      return macroAnswer(row)
    })
  })

  on(calls.deleteMacro, async ({ who, params, request }) => {
    await sql.begin(async (tx) => {
      const gone = await removeMacro(tx, who.business_ids, rowId(params.macroId))
      if (gone === undefined) throw refuse('not_found')
      await noteShared(tx, { who, request, ...gone }, factsOf(gone), null)
    })
    return { ok: true }
  })

  on(calls.runMacro, ({ who, params, body, once }) => {
    const { person_id } = who
    return once({
      before: () => rates.take('replies', person_id, config.REPLIES_PER_MINUTE, 60),
      work: async (tx) => {
        const macro = await findMacro(tx, who.business_ids, rowId(params.macroId))
        if (macro === undefined) throw refuse('not_found')
        const { name, acts } = macro
        const ids = [...new Set(body.tickets.filter(isRowId))]
        const tickets = ids.map((id) => ({ id, seen: body.seen[id] ?? body.newest ?? null }))
        const business_ids = [...who.business_ids]
        return holdActs(tx, { person_id, business_ids, name, acts, tickets, now: clock.now() })
      },
    })
  })

  const runOf = async (who: DeskMember, runId: string): Promise<RunRow> => {
    const row = await findRun(sql, { id: rowId(runId), person_id: who.person_id })
    if (row === undefined) throw refuse('not_found')
    return row
  }
  on(calls.getMacroRun, async ({ who, params }) => runAnswer(await runOf(who, params.runId)))

  on(calls.undoMacroRun, async ({ who, params }) => {
    const { id } = await runOf(who, params.runId)
    await undoRun(sql, id)
    return runAnswer(await runOf(who, id))
  })
}
