import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Errors } from './profile.rules.ts'

/**
 * A form of texts. An error shows once its field was left or the form submitted, and goes with the keystroke that
 * mends it; a submit with errors focuses the first wrong field.
 */
export function useForm<Values extends Record<string, string>>(
  initial: Values,
  validate: (values: Values) => Errors<keyof Values & string>,
  refused: Errors<keyof Values & string> = {},
) {
  type Name = keyof Values & string
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())
  const [said, setSaid] = useState<Errors<Name>>(refused)
  const form = useRef<HTMLFormElement>(null)
  const found = validate(values)
  const names = Object.keys(initial) as Name[]

  const set = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    setSaid((before) => {
      const kept = { ...before }
      for (const name of Object.keys(part) as Name[]) delete kept[name]
      return kept
    })
  }
  const errorOf = (name: Name): string | undefined =>
    (touched.has(name) ? found[name] : undefined) ?? said[name]
  const leave = (name: Name) => (event: FocusEvent) => {
    const next = event.relatedTarget
    // A press on a button leaves the field too: an error that appears now would move the button from under the finger.
    const isPress = next instanceof HTMLElement && next.matches('button:active, a:active')
    const isInList = next !== null && form.current?.contains(next) === false
    if (!isPress && !isInList) setTouched((before) => new Set([...before, name]))
  }
  const focusWrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

  return {
    form,
    values,
    set,
    leave,
    errorOf,
    /** What the server found wrong, by field. */
    say: (errors: Errors<Name>) => {
      flushSync(() => setSaid(errors))
      focusWrong()
    },
    /** Value, handlers and error of one text field. */
    field: (name: Name) => ({
      name,
      value: values[name] ?? '',
      error: errorOf(name),
      onChange: (event: { target: { value: string } }) =>
        set({ [name]: event.target.value } as Partial<Values>),
      onBlur: leave(name),
    }),
    /** Runs `onValid` when every field is right; returns whether it did. */
    submit: (event: FormEvent | null, onValid: (values: Values) => void): void => {
      event?.preventDefault()
      flushSync(() => setTouched(new Set(names)))
      if (names.every((name) => found[name] === undefined)) onValid(values)
      else focusWrong()
    },
  }
}
