import type { Shift } from '@podmoga/contract/shifts'
import { toast } from '@podmoga/ui/toast/toast'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { accept, shiftQuery, turnShift } from './shift.api.ts'
import { SHIFT } from './shift.texts.ts'

/** What can be done with a shift, and what stood in the way of the last try. */
export function useShift() {
  const place = usePlace()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { queryKey } = shiftQuery(place)
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const run = async (what: string, work: () => Promise<Shift>, done?: string) => {
    if (busy !== null) return
    setBusy(what)
    setProblem(null)
    try {
      queryClient.setQueryData(queryKey, await work())
      if (done !== undefined) toast.success({ title: done })
    } catch (error) {
      setProblem(explain(error) ?? SHIFT.failed)
      // Somebody was quicker: what stands here is theirs.
      if (isRefusal(error, 'accepted_already') || isRefusal(error, 'not_found')) await refresh()
    } finally {
      setBusy(null)
    }
  }
  return {
    busy,
    problem,
    refresh,
    turn: (is_on: boolean) => run('turn', () => turnShift(place, is_on)),
    accept: (id: string) => run(id, () => accept(place, id), SHIFT.accepted),
  }
}
