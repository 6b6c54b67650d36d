import { type FocusEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'

/** Errors by field; an error in a part of a field has its whole path: `hours 0`. */
export type Errors = Record<string, string>

/** The part of a contract schema that a form uses. */
interface Schema<Body> {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: Body }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** The schema's errors for a form's body, by path: an error in a list item belongs to the item, not to the list. */
export const errorsOf = (schema: Schema<unknown>, body: unknown): Errors => {
  const parsed = schema.safeParse(body)
  const errors: Errors = {}
  if (parsed.success) return errors
  for (const { path, message } of parsed.error.issues) {
    errors[path.join(' ')] ??= message
  }
  return errors
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

/** The props of a text field of a form. */
export interface BoundText {
  name: string
  value?: string
  defaultValue?: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur?: (event: FocusEvent) => void
}

interface FormOptions<Values> {
  /** Converts the values to the schema's input, if they differ. */
  toBody?: (values: Values) => unknown
  /** Whether to show a field's error on blur; otherwise only after a submit. */
  checksOnLeave?: boolean
  /** Errors of a submit that was refused before the form was opened. */
  refused?: Errors
  /**
   * Whether the fields are uncontrolled, and a submit reads them from the DOM: a password manager may fill them without any
   * event that React receives.
   */
  readsFields?: boolean
}

/**
 * A form validated by a contract schema. Errors of the schema and of the server are shown under their fields, and disappear
 * with the keystroke that fixes them. A submit with errors focuses the first invalid field. Typed text is never lost.
 */
export const useForm = <Values extends object, Body>(
  schema: Schema<Body>,
  initial: Values,
  {
    toBody = (values) => values,
    checksOnLeave = false,
    refused = {},
    readsFields = false,
  }: FormOptions<Values> = {},
) => {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState(refused)
  // Incremented on each failed submit, to focus the first invalid field.
  const [failures, setFailures] = useState(0)
  useLayoutEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  // Not validated before that, so that a first screen builds no schema.
  const schemaErrors = isSubmitted || left.size > 0 ? errorsOf(schema, toBody(values)) : {}

  const set = (part: Partial<Values>) => {
    const isMeant = (path: string) =>
      Object.keys(part).some((name) => path === name || path.startsWith(`${name} `))
    setValues((before) => ({ ...before, ...part }))
    setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isMeant(path))))
  }
  const errorOf = (path: string): string | undefined =>
    (isSubmitted || left.has(path) ? schemaErrors[path] : undefined) ?? serverErrors[path]
  const errorIn = (path: string): string | undefined => {
    const part = Object.keys({ ...(isSubmitted ? schemaErrors : {}), ...serverErrors }).find((one) =>
      one.startsWith(`${path} `),
    )
    return errorOf(path) ?? (part === undefined ? undefined : errorOf(part))
  }
  const leave = (name: string) => (event: FocusEvent) => {
    const next = event.relatedTarget
    // Pressing a button also blurs the field: an error shown now would move the button from under the finger.
    const isPress = next instanceof HTMLElement && next.matches('button:active, a:active')
    const isInList = next !== null && form.current?.contains(next) === false
    if (!isPress && !isInList) setLeft((before) => new Set([...before, name]))
  }

  return {
    form,
    values,
    set,
    /** Resets the form to these values, without errors. */
    restart: (fresh: Values) => {
      setValues(fresh)
      setLeft(new Set())
      setSubmitted(false)
      setServerErrors({})
    },
    /** Updates the values, including the latest keystrokes, for example to rebase them on newer data. */
    rebase: (work: (now: Values) => Values) => setValues(work),
    leave,
    errorOf,
    /** The error of a field, or of its first invalid part. */
    errorIn,
    /** Sets the server's errors, by field. */
    say: (errors: Errors) => {
      setServerErrors(errors)
      setFailures((before) => before + 1)
    },
    bind: (name: TextName<Values>): BoundText => ({
      name,
      ...(readsFields ? { defaultValue: String(initial[name]) } : { value: String(values[name]) }),
      error: errorIn(name),
      onChange: ({ target }) => set({ [name]: target.value } as unknown as Partial<Values>),
      ...(checksOnLeave && { onBlur: leave(name) }),
    }),
    /** Calls `onValid` with the parsed body if all fields are valid. */
    submit: (event: FormEvent, onValid: (body: Body) => unknown): void => {
      event.preventDefault()
      setSubmitted(true)
      setServerErrors({})
      const typed =
        readsFields && form.current !== null
          ? { ...values, ...Object.fromEntries(new FormData(form.current)) }
          : values
      setValues(typed)
      const checked = schema.safeParse(toBody(typed))
      if (checked.success) onValid(checked.data)
      else setFailures((before) => before + 1)
    },
  }
}
