import { useMemo, useRef, useState } from 'react'

/** The ids from `from` to `to` inclusive, in list order; only `to` if `from` is no longer in the list. */
export const between = (ids: readonly string[], from: string | null, to: string): string[] => {
  const [start, end] = [ids.indexOf(from ?? ''), ids.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** Selection of rows for bulk actions; `ids`: the rows in list order. */
export function useSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  return useMemo(
    () => ({
      picked,
      /** `isRange`: toggles all rows from the one toggled last up to this one. */
      toggle: (id: string, isRange: boolean): void => {
        const range = isRange ? between(ids, anchor.current, id) : [id]
        const isOn = !picked.has(id)
        const next = new Set(picked)
        for (const one of range) {
          if (isOn) next.add(one)
          else next.delete(one)
        }
        anchor.current = id
        setPicked(next)
      },
      pickAll: (all: readonly string[]): void => setPicked(new Set(all)),
      clear: (): void => {
        anchor.current = null
        setPicked(new Set())
      },
    }),
    [picked, ids],
  )
}

export type Selection = ReturnType<typeof useSelection>
