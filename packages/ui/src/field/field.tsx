import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './field.module.css'

export interface FieldTexts {
  label: string
  hint?: ReactNode
  /** The error shown now; empty when the value is valid. */
  error?: string | undefined
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean
  className?: string | undefined
}

/** Splits a control's props into the field's and the rest. */
export const splitField = <P extends FieldTexts & { id?: string | undefined }>({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  ...control
}: P) => ({ field: { id, label, hint, error, className, ...(hideLabel && { hideLabel }) }, control })

/** Attributes of a control inside a field. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** An error line: icon and text. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </p>
  )
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, then hint and error; linked for assistive technology. */
export function Field({ id, label, hint, error, hideLabel, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const [hintId, errorId] = [`${controlId}-hint`, `${controlId}-error`]
  const described = cx(error && errorId, hint ? hintId : null)
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
