import * as calls from '@podmoga/contract/desk/imports'
import { TABLE_ROWS_MAX } from '@podmoga/contract/fields/limits'
import { isUuid } from '@podmoga/contract/fields/uuid'
import type { Deps } from '../../deps.ts'
import { readTable } from '../../files/read-table.ts'
import { badTable } from '../../files/table-refusals.ts'
import { writeCsv, writeWorkbook } from '../../files/write-table.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { makeProbing } from '../../profile/codes/probes.ts'
import { canonicalEmail, canonicalPhone } from '../../profile/profile.addresses.ts'
import { remainingFor } from '../operator/operator.sql.ts'
import { listPeopleRows } from '../people/list.sql.ts'
import { type Cells, COLUMNS, cellsOf, ignoredIn, rowOf } from './columns.ts'
import { addImport, countRows, findImport, type ImportHead, type ImportLine, listRows } from './import.sql.ts'
import { planRows, type RowPlan, withinDay, withinLimit } from './plan.ts'
import type { ImportWorker } from './worker.ts'

const LIMITS = { rows_max: TABLE_ROWS_MAX, columns_max: 40, cell_max: 2000, text_max: 4_000_000 }
const PAGE = 100
/** Rows per database lookup. */
const LOOK = 500
const IMPORTS_PER_HOUR = 60
const CSV_TYPE = 'text/csv; charset=utf-8'
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Imports people from a file and exports them to one. An import is first previewed row by row. */
export const importRoutes = (on: On, deps: Deps, worker: ImportWorker): void => {
  const { sql, clock, rates } = deps
  const probing = makeProbing(deps)

  const find = async (who: PeopleManager, id: string): Promise<ImportHead> => {
    const { business_id, person_id } = who
    const head = isUuid(id) ? await findImport(sql, { id, business_id, person_id }) : undefined
    if (head === undefined)
      throw refuse('not_found', { message: 'Такого импорта нет или он старше суток. Загрузите файл снова.' })
    return head
  }

  const answer = async (
    who: PeopleManager,
    id: string,
    page: { fate?: calls.RowFate | undefined; after?: number | undefined } = {},
  ): Promise<calls.PeopleImport> => {
    const { file_name, ignored_columns, state } = await find(who, id)
    const { fate = null, after = 0 } = page
    const rows = await listRows(sql, { id, fate, after, limit: PAGE + 1 })
    const shown = rows.slice(0, PAGE)
    return {
      id,
      file_name,
      ignored_columns,
      state,
      ...(await countRows(sql, id)),
      rows: shown.map(({ line, cells, fate: became, says }) => ({
        line,
        name: [cells.first_name, cells.last_name].filter(Boolean).join(' ') || cells.email || cells.phone,
        fate: became,
        says,
      })),
      next: rows.length > PAGE ? (shown.at(-1)?.line ?? null) : null,
    }
  }

  on(calls.checkPeopleImport, async ({ who, files: [file] }) => {
    await rates.take('import', who.person_id, IMPORTS_PER_HOUR, 3600)
    if (file === undefined) throw badTable('Выберите файл')
    const table = await readTable(file, LIMITS)
    const lines = cellsOf(table)
    if (lines.length === 0) throw badTable('В файле нет ни одной строки с сотрудником')
    const planned: (ImportLine & Pick<RowPlan, 'strange'>)[] = []
    for (let at = 0; at < lines.length; at += LOOK) {
      const part = lines.slice(at, at + LOOK)
      const plans = await planRows(
        sql,
        who,
        part.map(({ cells }) => cells),
      )
      for (const [index, plan] of plans.entries()) {
        const one = part[index]
        if (one !== undefined)
          planned.push({ ...one, fate: plan.fate, says: plan.says, strange: plan.strange })
      }
    }
    // Before repeated rows are marked: a row that is bad already repeats no other.
    const rows = await probing(who, async (_, today) => withinDay(planned, today))
    markRepeated(rows)
    const { business_id, person_id: created_by } = who
    const limited = withinLimit(rows, await remainingFor(sql, { business_id, what: 'people' }))
    const { file_name } = file
    const ignored_columns = ignoredIn(table, COLUMNS)
    const made = { business_id, created_by, file_name, ignored_columns, now: clock.now(), rows: limited }
    return answer(who, await sql.begin((tx) => addImport(tx, made)))
  })

  on(calls.getPeopleImport, ({ who, params, query }) => answer(who, params.importId, query))

  on(calls.runPeopleImport, async ({ who, params, body, request }) => {
    const head = await find(who, params.importId)
    if (head.state !== 'done')
      await worker.start(head, body.send, { manager: who, ip: request.ip, request_id: request.id })
    return answer(who, head.id)
  })

  on(calls.getImportErrors, async ({ who, params }) => {
    const { id, file_name } = await find(who, params.importId)
    const names = Object.keys(COLUMNS) as (keyof Cells)[]
    const bytes = await writeCsv(
      (async function* () {
        yield [...Object.values(COLUMNS), 'Почему не внесено']
        for (let after = 0; ; ) {
          const rows = await listRows(sql, { id, fate: 'bad', after, limit: LOOK })
          for (const { cells, says } of rows) yield [...names.map((name) => cells[name]), says]
          if (rows.length < LOOK) return
          after = rows.at(-1)?.line ?? after
        }
      })(),
    )
    const stem = file_name.replace(/\.\w+$/, '')
    return { file_name: `${stem}-ошибки.csv`, content_type: CSV_TYPE, base64: bytes.toString('base64') }
  })
  exportRoute(on, deps)
}

const exportRoute = (on: On, deps: Deps): void => {
  const { sql, clock, rates } = deps
  const note = makeNote(clock)

  on(calls.exportPeople, async ({ who, query: { format }, request }) => {
    await rates.take('export', who.person_id, IMPORTS_PER_HOUR, 3600)
    let people = -1 // not counting the heading
    const rows = (async function* () {
      for await (const row of everybody(deps, who)) {
        people += 1
        yield row
      }
    })()
    const bytes = format === 'csv' ? await writeCsv(rows) : await writeWorkbook(rows, 'Сотрудники')
    await note(sql, who, request, { event: 'people_exported', after: { people, format } })
    return {
      file_name: `сотрудники.${format}`,
      content_type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
      base64: bytes.toString('base64'),
    }
  })
}

/** Yields the heading and a row for each person in scope, read along the index of the list. */
const everybody = async function* ({ sql }: Deps, who: PeopleManager): AsyncGenerator<string[]> {
  yield Object.values(COLUMNS)
  const asked = { ...who, words: [], restaurant_id: null, role: null, state: null, limit: LOOK }
  for (let after: { sort_name: string; id: string } | null = null; ; ) {
    const rows = await listPeopleRows(sql, { ...asked, after })
    for (const row of rows) yield rowOf(row, who.restaurant_ids)
    const last = rows.at(-1)
    if (rows.length < LOOK || last === undefined) return
    after = { sort_name: last.sort_name, id: last.id }
  }
}

/** Of two rows with one address the second is bad, because it is ambiguous which one is meant. */
const markRepeated = (rows: ImportLine[]): void => {
  const seen = new Map<string, number>()
  for (const row of rows) {
    if (row.fate === 'bad') continue
    const { email, phone } = row.cells
    const keys = [canonicalEmail(email)?.toLowerCase(), canonicalPhone(phone)].filter((key) => key != null)
    const first = keys.map((key) => seen.get(key)).find((line) => line !== undefined)
    if (first !== undefined) Object.assign(row, { fate: 'bad', says: `Повторяет строку ${first}` })
    else for (const key of keys) seen.set(key, row.line)
  }
}
