import type { Call } from '@podmoga/contract/client'
import { getMacroRun, listMacros, type MacroRun } from '@podmoga/contract/desk/macros'
import { queryOptions } from '@tanstack/react-query'

/** Polling interval of a macro run. */
const LOOK_MS = 700

export const macrosQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'macros'],
    queryFn: ({ signal }) => call(listMacros, {}, { signal }),
    select: ({ results }) => results,
  })

/** A macro run, polled until it has ended. */
export const runQuery = (call: Call, run: MacroRun) =>
  queryOptions({
    queryKey: ['desk', 'macro runs', run.id],
    queryFn: ({ signal }) => call(getMacroRun, { params: { runId: run.id } }, { signal }),
    initialData: run,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'done' || data?.state === 'undone' ? false : LOOK_MS,
  })
