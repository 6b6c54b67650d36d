import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TICKETS_ROOT } from './tickets.api.ts'

/** One act at a time on a ticket: a failed one is told under `failed`, and what is shown of tickets is asked anew. */
export const useAct = (failed: string) => {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.danger({ title: failed, text: explain(error) })
    } finally {
      await cache.invalidateQueries({ queryKey: TICKETS_ROOT })
      setBusy(false)
    }
  }
  return { isBusy, run }
}
