import { Refusal } from '@podmoga/contract/refusals'
import { useState } from 'react'
import { explain } from '../explain.ts'
import { STEP } from './second-step.texts.ts'

/** Does one thing at a time; what the server says against it stands in `problem`. Resolves to null then. */
export const useTold = () => {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async <T extends object>(work: () => Promise<T>): Promise<T | null> => {
    if (isPending) return null
    setPending(true)
    setProblem(null)
    try {
      const answer = await work()
      const { ok, error } = answer as { ok?: boolean; error?: string | null }
      if (ok !== false) return answer
      setProblem(error ?? STEP.again)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(Object.values(error.fields)[0] ?? explain(error) ?? STEP.again)
    } finally {
      setPending(false)
    }
    return null
  }
  return { run, isPending, problem, forget: () => setProblem(null) }
}
