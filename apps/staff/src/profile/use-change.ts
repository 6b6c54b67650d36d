import { Refusal } from '@podmoga/contract/refusals'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useRef, useState } from 'react'
import { PROFILE } from './profile.texts.ts'

/** Shows why a call said no; without a reason, or when the call failed, in the product's own words. */
export const tellFailure = (error: string | null | undefined): void => {
  if (error) toast.danger({ title: error })
  else toast.danger({ title: PROFILE.failure, lang: 'en' })
}

/** What became of a change: it was made, was refused with a reason, or nobody knows. */
export type Outcome =
  | { is: 'done' }
  | { is: 'refused'; error: string | null }
  | { is: 'failed'; fields: Record<string, string> }
  | { is: 'running' }

/**
 * Makes one change of the profile at a time: a second press meanwhile does nothing, every failure is told in a toast,
 * and `problem` says in place what to do.
 */
export function useChange() {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const run = async (
    ask: () => Promise<{ ok: boolean; error?: string | null | undefined }>,
  ): Promise<Outcome> => {
    if (isRunning.current) return { is: 'running' }
    isRunning.current = true
    setPending(true)
    setProblem(null)
    try {
      const { ok, error = null } = await ask()
      if (ok) return { is: 'done' }
      tellFailure(error)
      setProblem(error || PROFILE.try_again)
      return { is: 'refused', error }
    } catch (error) {
      tellFailure(null)
      setProblem(explain(error) ?? PROFILE.try_again)
      return { is: 'failed', fields: error instanceof Refusal ? error.fields : {} }
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { run, isPending, problem, clearProblem: () => setProblem(null) }
}
