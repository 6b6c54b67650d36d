import { Refusal } from '@podmoga/contract/refusals'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BUSINESS_ROOT } from './business.api.ts'
import { BUSINESS } from './business.texts.ts'

interface DeedOptions {
  /** A refusal is told by `fields` and `problem`; without a form it is a notice. */
  isInForm?: boolean
  /** Hears what is wrong with the fields of a form that tells it itself. */
  onFields?: (fields: Record<string, string>) => void
}

/** Does one thing at a time: the domain is asked anew after a success. */
export const useDeed = ({ onFields, isInForm = onFields !== undefined }: DeedOptions = {}) => {
  const client = useQueryClient()
  const busy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)

  /** Resolves to what was answered, or to null after a refusal. */
  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    setFields({})
    setProblem(null)
    try {
      const answer = await work()
      await client.invalidateQueries({ queryKey: BUSINESS_ROOT })
      return answer
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // What to look at, and to do again, is what there is by now.
      if (error.code === 'changed_meanwhile') void client.invalidateQueries({ queryKey: BUSINESS_ROOT })
      const words = explain(error) ?? BUSINESS.again
      if (isInForm) {
        setFields(error.fields)
        onFields?.(error.fields)
        setProblem(Object.keys(error.fields).length > 0 ? null : words)
      } else toast.danger({ title: words })
      return null
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { run, isPending, fields, problem }
}
