import { type FocusEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'

/** What is wrong, by field; with a part of a field under its whole path: `hours 0`. */
export type Errors = Record<string, string>

/** What a form asks of a schema of the contract. */
interface Schema<Body> {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: Body }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** What a schema finds wrong with a form's body, each where it is: a fault within a list is none of the list itself. */
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

/** What a text field of a form is given: its name, value and error, and whom it tells. */
export interface BoundText {
  name: string
  value?: string
  defaultValue?: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur?: (event: FocusEvent) => void
}

interface FormOptions<Values> {
  /** What the schema is held against, where the form says it in other words. */
  toBody?: (values: Values) => unknown
  /** Whether a field tells what is wrong with it once it was left; else only a submit does. */
  checksOnLeave?: boolean
  /** What was refused before the form was opened. */
  refused?: Errors
  /**
   * Whether the fields keep their text themselves, and a submit reads it there: a password manager may fill them without
   * any event that React hears.
   */
  readsFields?: boolean
}

/**
 * A form held against a schema of the contract. What is wrong stands under its field, whether the schema or the server
 * says so, and goes with the keystroke that mends it; a submit with errors focuses the first wrong field; nothing typed
 * is ever lost.
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
  const [said, setSaid] = useState(refused)
  // How many times there was something wrong to be shown.
  const [faults, setFaults] = useState(0)
  useLayoutEffect(() => {
    if (faults > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  // Nobody asks before: a first screen makes no schema.
  const found = isSubmitted || left.size > 0 ? errorsOf(schema, toBody(values)) : {}

  const set = (part: Partial<Values>) => {
    const isMeant = (path: string) =>
      Object.keys(part).some((name) => path === name || path.startsWith(`${name} `))
    setValues((before) => ({ ...before, ...part }))
    setSaid((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isMeant(path))))
  }
  const errorOf = (path: string): string | undefined =>
    (isSubmitted || left.has(path) ? found[path] : undefined) ?? said[path]
  const errorIn = (path: string): string | undefined => {
    const part = Object.keys({ ...(isSubmitted ? found : {}), ...said }).find((one) =>
      one.startsWith(`${path} `),
    )
    return errorOf(path) ?? (part === undefined ? undefined : errorOf(part))
  }
  const leave = (name: string) => (event: FocusEvent) => {
    const next = event.relatedTarget
    // A press on a button leaves the field too: an error that appears now would move the button from under the finger.
    const isPress = next instanceof HTMLElement && next.matches('button:active, a:active')
    const isInList = next !== null && form.current?.contains(next) === false
    if (!isPress && !isInList) setLeft((before) => new Set([...before, name]))
  }

  return {
    form,
    values,
    set,
    /** Begins anew with these values: nothing is wrong yet. */
    restart: (fresh: Values) => {
      setValues(fresh)
      setLeft(new Set())
      setSubmitted(false)
      setSaid({})
    },
    /** The same values upon others that came meanwhile; what was typed since the last look is among them. */
    rebase: (work: (now: Values) => Values) => setValues(work),
    leave,
    errorOf,
    /** The same, or of the first part of it with which something is wrong. */
    errorIn,
    /** What the server found wrong, by field. */
    say: (errors: Errors) => {
      setSaid(errors)
      setFaults((before) => before + 1)
    },
    bind: (name: TextName<Values>): BoundText => ({
      name,
      ...(readsFields ? { defaultValue: String(initial[name]) } : { value: String(values[name]) }),
      error: errorIn(name),
      onChange: ({ target }) => set({ [name]: target.value } as unknown as Partial<Values>),
      ...(checksOnLeave && { onBlur: leave(name) }),
    }),
    /** Gives the checked body to `onValid` when every field is right. */
    submit: (event: FormEvent, onValid: (body: Body) => unknown): void => {
      event.preventDefault()
      setSubmitted(true)
      setSaid({})
      const typed =
        readsFields && form.current !== null
          ? { ...values, ...Object.fromEntries(new FormData(form.current)) }
          : values
      setValues(typed)
      const checked = schema.safeParse(toBody(typed))
      if (checked.success) onValid(checked.data)
      else setFaults((before) => before + 1)
    },
  }
}
