import { Refusal } from '@podmoga/contract/refusals'
import { explain } from '@podmoga/web/explain'
import { useState } from 'react'
import { RECOVERY } from './recovery.texts.ts'

/** Runs the calls of a form one at a time. What one answers, or why it was refused, stands in the form. */
export function useCalls<Name extends string>(onRefused?: (refusal: Refusal) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState<Name | null>(null)
  /** @param work answers what is wrong; null: nothing. */
  const run = async (name: Name, work: () => Promise<string | null>) => {
    if (running !== null) return
    setRunning(name)
    setProblem(null)
    try {
      setProblem(await work())
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      onRefused?.(cause)
      setProblem(explain(cause) ?? RECOVERY.try_again)
    } finally {
      setRunning(null)
    }
  }
  return { problem, setProblem, running, run }
}
