import type { Call } from '@podmoga/contract/client'
import type { SavedView } from '@podmoga/contract/desk/views'
import { explain } from '@podmoga/web/explain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SAVED } from './saved.texts.ts'
import { putInOrder, viewsQuery } from './views.api.ts'

const moved = (ids: readonly string[], id: string, by: 1 | -1): string[] => {
  const at = ids.indexOf(id)
  return ids.toSpliced(at, 1).toSpliced(at + by, 0, id)
}

/** The saved views, changed one at a time; what could not be done is told until the next try. */
export function useSavedViews(call: Call) {
  const cache = useQueryClient()
  const query = useQuery(viewsQuery(call))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const views = query.data ?? []

  /** True when it was done; whatever came of it, the list is read anew. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(explain(error) ?? SAVED.failed)
      return false
    } finally {
      await cache.invalidateQueries({ queryKey: viewsQuery(call).queryKey })
      setBusy(false)
    }
  }
  return {
    call,
    query,
    views,
    problem,
    forgetProblem: () => setProblem(undefined),
    isBusy,
    run,
    /** One place up or down among those of its kind: one's own, or the team's. */
    move: (one: SavedView, by: 1 | -1): Promise<boolean> => {
      const idsOf = (is_shared: boolean) =>
        views.filter((view) => view.is_shared === is_shared).map(({ id }) => id)
      const ids = moved(idsOf(one.is_shared), one.id, by)
      return run(() => putInOrder(call, [...ids, ...idsOf(!one.is_shared)]))
    },
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>
