import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, MessageText, PathId, Text, Time } from '../fields/fields.ts'
import { BULK_MAX, TAGS_MAX, TITLE_MAX } from '../fields/limits.ts'
import { Version } from '../fields/version.ts'
import { BulkFate, Seen } from './bulk.ts'
import { Priority } from './tickets.ts'
import { Tag } from './work.ts'

/** The maximum number of macros of a business. */
export const MACROS_MAX = 100

/** The actions on a ticket, all or nothing. `null` changes nothing. */
export const MacroActs = z
  .object({
    /** An answer to the customer; placeholders in {braces} are filled in from the ticket. */
    text: MessageText.nullable(),
    /** Added to the ticket's tags. */
    tags: z.array(Tag).max(TAGS_MAX),
    priority: Priority.nullable(),
    /** An agent's id, `me` for the agent who runs it, or `none` to unassign. */
    assignee: z
      .string()
      .regex(/^(?:me|none|\d{1,18})$/, FIELD.bad_value)
      .nullable(),
    close: z.boolean(),
  })
  .refine(
    ({ text, tags, priority, assignee, close }) =>
      text !== null || tags.length > 0 || priority !== null || assignee !== null || close,
    { error: 'Выберите хотя бы одно действие' },
  )
export type MacroActs = z.infer<typeof MacroActs>

const MacroForm = z.object({ name: Text(TITLE_MAX), acts: MacroActs })
export const Macro = z.object({
  id: Id,
  name: z.string(),
  acts: MacroActs,
  /** A save based on an older version is refused. */
  version: z.number().int(),
})
export type Macro = z.infer<typeof Macro>
const MacroPath = z.object({ macroId: PathId })

export const listMacros = endpoint({
  name: 'listMacros',
  summary: 'Макросы: несколько действий с тикетом за одно нажатие; по имени',
  method: 'GET',
  path: 'desk/macros/',
  auth: 'agent',
  answer: z.object({ results: z.array(Macro) }),
  compressed: true,
  refusals: [],
})

export const addMacro = endpoint({
  name: 'addMacro',
  summary: 'Новый макрос для всех агентов бизнеса',
  method: 'POST',
  path: 'desk/macros/',
  auth: 'agent',
  body: MacroForm,
  answer: Macro,
  refusals: ['idempotency_conflict', 'name_taken'],
  creates: true,
})

export const editMacro = endpoint({
  name: 'editMacro',
  summary: 'Изменить макрос',
  method: 'POST',
  path: 'desk/macros/:macroId/',
  auth: 'agent',
  params: MacroPath,
  body: MacroForm.extend({ version: Version }),
  answer: Macro,
  refusals: ['not_found', 'name_taken', 'changed_meanwhile'],
})

export const deleteMacro = endpoint({
  name: 'deleteMacro',
  summary: 'Удалить макрос',
  method: 'POST',
  path: 'desk/macros/:macroId/delete/',
  auth: 'agent',
  params: MacroPath,
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})

/** As {@link BulkFate}; `unfilled`: the answer has a placeholder that the ticket has no value for. */
export const MacroFate = z.enum([...BulkFate.options, 'unfilled'])
export type MacroFate = z.infer<typeof MacroFate>

/** A run on tickets that starts after a few seconds: of a macro, or of an incident's answer. */
export const MacroRun = z.object({
  id: Id,
  name: z.string(),
  /** `waiting`: not started yet, and can still be undone. */
  state: z.enum(['waiting', 'undone', 'running', 'done']),
  /** When it starts. */
  due_at: Time,
  total: z.number().int(),
  results: z.array(z.object({ id: Id, number: z.number().int().nullable(), fate: MacroFate })),
})
export type MacroRun = z.infer<typeof MacroRun>
const RunPath = z.object({ runId: PathId })

export const runMacro = endpoint({
  name: 'runMacro',
  summary: 'Выполнить макрос: начнётся через несколько секунд, до того его можно отменить целиком',
  method: 'POST',
  path: 'desk/macros/:macroId/run/',
  auth: 'agent',
  params: MacroPath,
  body: z.object({
    tickets: z.array(PathId).min(1, { error: FIELD.required }).max(BULK_MAX),
    /** A ticket with a newer message by someone else is skipped. */
    seen: Seen.default({}),
    /** The same for a single ticket: the id of its newest message. */
    newest: PathId.optional(),
  }),
  answer: MacroRun,
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})

export const getMacroRun = endpoint({
  name: 'getMacroRun',
  summary: 'Что стало с каждым тикетом своего макроса',
  method: 'GET',
  path: 'desk/macro_runs/:runId/',
  auth: 'agent',
  params: RunPath,
  answer: MacroRun,
  refusals: ['not_found'],
})

export const undoMacroRun = endpoint({
  name: 'undoMacroRun',
  summary: 'Отменить свой макрос, пока он не начался; начатый остаётся как есть, это видно по state',
  method: 'POST',
  path: 'desk/macro_runs/:runId/undo/',
  auth: 'agent',
  params: RunPath,
  answer: MacroRun,
  refusals: ['not_found'],
})
