import type { InputHTMLAttributes, Ref } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>, FieldTexts {
  inputClassName?: string
  ref?: Ref<HTMLInputElement>
}

/** A line of text; native attributes (`type`, `autoComplete`, handlers of a form library) go to the input. */
export function TextField({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  inputClassName,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, className }} {...(hideLabel && { hideLabel })}>
      {(control) => (
        <input type="text" {...input} {...control} className={cx(styles.control, inputClassName)} />
      )}
    </Field>
  )
}
