import { attempt, makeGuard, type Reporting, report, type Work } from '@podmoga/web/submit/submit'
import { makeSubmitKey } from '@podmoga/web/submit-key'
import { useState } from 'react'

interface SubmitOptions extends Reporting {
  /** A success leaves the page: the submit stays pending. */
  leaves?: boolean
}

interface OneSubmit extends Reporting {
  /** Name of the button, if there are several: see `pending`. */
  name?: string
}

/**
 * `useSubmit` of packages/web with the same rules but without the query cache: sign-in has none, and its code would add to every
 * first load of this site.
 */
export const useSubmit = ({ leaves = false, ...reporting }: SubmitOptions = {}) => {
  const [pending, setPending] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [keys] = useState(makeSubmitKey)
  const [guard] = useState(makeGuard)
  const send = async <T>(work: Work<T>, { name = '', ...own }: OneSubmit): Promise<T | null> => {
    setPending(name)
    setProblem(null)
    try {
      const answer = await attempt(keys, { work, of: [] })
      if (!leaves) setPending(null)
      return answer as T
    } catch (error) {
      setPending(null)
      setProblem(report(error, { ...reporting, ...own }))
      return null
    }
  }
  return {
    run: <T>(work: Work<T>, own: OneSubmit = {}): Promise<T | null> => guard(() => send(work, own)),
    isPending: pending !== null,
    /** The `name` of the submit under way. */
    pending,
    problem,
    clearProblem: () => setProblem(null),
  }
}
