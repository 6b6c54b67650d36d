import type { Call } from '@podmoga/contract/client'
import type { SavedView } from '@podmoga/contract/desk/views'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { SAVED } from './saved.texts.ts'
import { putInOrder, viewsQuery } from './views.api.ts'

const moved = (ids: readonly string[], id: string, by: 1 | -1): string[] => {
  const at = ids.indexOf(id)
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, at + by), id, ...others.slice(at + by)]
}

/** Saved views and their mutations, one at a time; an error is shown until the next attempt. */
export function useSavedViews(call: Call) {
  const query = useQuery(viewsQuery(call))
  // Refetch the list after failures too.
  const submit = useSubmit({
    refreshes: [viewsQuery(call).queryKey],
    refreshesAlways: true,
    failed: SAVED.failed,
  })
  const views = query.data ?? []
  return {
    call,
    query,
    views,
    ...submit,
    /** Moves a view one position up or down among own or team views. */
    move: (one: SavedView, by: 1 | -1) => {
      const idsOf = (is_shared: boolean) =>
        views.filter((view) => view.is_shared === is_shared).map(({ id }) => id)
      const ids = moved(idsOf(one.is_shared), one.id, by)
      return submit.run(() => putInOrder(call, [...ids, ...idsOf(!one.is_shared)]))
    },
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>
