import type { Shift } from '@podmoga/contract/shifts'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { accept, shiftQuery, turnShift } from './shift.api.ts'
import { SHIFT } from './shift.texts.ts'

/** Actions on a shift, and the error of the last one. */
export function useShift() {
  const scope = useScope()
  const queryClient = useQueryClient()
  const { queryKey } = shiftQuery(scope)
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const { run, pending, problem } = useSubmit({ failed: SHIFT.failed })
  const change = (name: string, ask: () => Promise<Shift>, done?: string) => {
    const work = async () => {
      queryClient.setQueryData(queryKey, await ask())
      if (done !== undefined) toast.success({ title: done })
    }
    // A colleague was first: show the result.
    const onRefused = (error: unknown) => {
      if (isRefusal(error, 'accepted_already') || isRefusal(error, 'not_found')) void refresh()
    }
    return run(work, { name, onRefused })
  }
  return {
    busy: pending,
    problem,
    refresh,
    turn: (is_on: boolean) => change('turn', () => turnShift(scope, is_on)),
    accept: (id: string) => change(id, () => accept(scope, id), SHIFT.accepted),
  }
}
