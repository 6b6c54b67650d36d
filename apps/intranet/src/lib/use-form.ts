import { Refusal } from '@podmoga/contract/refusals'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'

const AGAIN = 'Не получилось. Попробуйте ещё раз.'

/**
 * A form held against a schema of the contract: what is wrong stands under its field, what the server refuses too, and
 * nothing typed is ever lost. `onSubmit` gets the checked values; it may reject with a Refusal.
 */
export const useForm = <S extends z.ZodObject>(
  schema: S,
  initial: Record<string, string>,
  onSubmit: (values: z.output<S>) => Promise<void>,
) => {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const show = (found: Record<string, string>) => {
    setErrors(found)
    // After the field has its mark.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setProblem(null)
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues) found[String(path[0])] ??= message
      return show(found)
    }
    setErrors({})
    setPending(true)
    try {
      await onSubmit(parsed.data)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      show(error.fields)
      if (Object.keys(error.fields).length === 0) setProblem(explain(error) ?? AGAIN)
      setPending(false)
    }
  }
  const bind = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target
      setValues((before) => ({ ...before, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }))
  return { form, values, bind, set, submit, isPending, problem }
}
