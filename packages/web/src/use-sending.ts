import { Refusal } from '@podmoga/contract/refusals'
import { useState } from 'react'
import { explain } from './explain.ts'
import type { Errors } from './use-form.ts'

const TRY_AGAIN = 'Не получилось. Попробуйте ещё раз.'

interface SendingOptions {
  /** Said where a refusal explains nothing. */
  failed?: string
  /** Hears what is wrong with the fields; without it that is a problem like any other. */
  onFields?: (errors: Errors) => void
}

/**
 * Sends what a form holds, once at a time. After a success it goes on pending: the form is about to go. A refusal is told
 * by `problem`, in words for the form.
 */
export const useSending = ({ failed = TRY_AGAIN, onFields }: SendingOptions = {}) => {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (isPending) return
    setPending(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setPending(false)
      const fields = error instanceof Refusal ? error.fields : {}
      if (onFields !== undefined && Object.keys(fields).length > 0) onFields(fields)
      else setProblem(explain(error) ?? failed)
      if (!(error instanceof Refusal)) throw error
    }
  }
  return { send, isPending, problem, clearProblem: () => setProblem(null) }
}
