import type { InputHTMLAttributes, Ref } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, splitField } from './field.tsx'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>, FieldTexts {
  inputClassName?: string
  ref?: Ref<HTMLInputElement>
}

/** A single line of text; native attributes (`type`, `autoComplete`, handlers of a form library) go to the input. */
export function TextField({ inputClassName, ...props }: TextFieldProps) {
  const { field, control: input } = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <input type="text" {...input} {...control} className={cx(styles.control, inputClassName)} />
      )}
    </Field>
  )
}
