import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { closeGap, GAPS_KEY } from '../knowledge.api.ts'
import { GAPS } from '../knowledge.texts.ts'

/** Closes gaps, ignoring repeated presses; `onClosed` is called after the list has been refetched. */
export function useGapClosing(onClosed: (gap: KnowledgeGap) => void) {
  const { call } = useScope()
  const client = useQueryClient()
  const underWay = useRef(new Map<string, Promise<boolean>>())
  const [closing, setClosing] = useState<ReadonlySet<string>>(new Set())
  const show = () => setClosing(new Set(underWay.current.keys()))
  const send = async (gap: KnowledgeGap, material: string | null): Promise<boolean> => {
    try {
      const { closed } = await closeGap(call, gap.id, material)
      toast.success({ title: closed ? GAPS.closed_now : GAPS.taken })
      await client.invalidateQueries({ queryKey: GAPS_KEY })
      if (closed) onClosed(gap)
      return true
    } catch (failure) {
      toast.danger({ title: GAPS.close_failed, text: explain(failure) })
      void client.invalidateQueries({ queryKey: GAPS_KEY })
      return false
    } finally {
      underWay.current.delete(gap.id)
      show()
    }
  }
  /** Resolves to false on failure, after showing it. A second press gets the result of the first. */
  const close = (gap: KnowledgeGap, material: string | null): Promise<boolean> => {
    const sent = underWay.current.get(gap.id) ?? send(gap, material)
    underWay.current.set(gap.id, sent)
    show()
    return sent
  }
  return { close, isClosing: (gap: KnowledgeGap) => closing.has(gap.id) }
}
