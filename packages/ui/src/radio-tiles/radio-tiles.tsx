import { type ReactNode, type Ref, useId } from 'react'
import field from '../field/field.module.css'
import { FieldError } from '../field/field.tsx'
import { cx } from '../lib/cx.tsx'
import styles from './radio-tiles.module.css'

interface RadioTilesProps<Key extends string> {
  label: string
  options: readonly { key: Key; name: string; icon?: ReactNode }[]
  value: Key | null
  onChange: (key: Key) => void
  onBlur?: () => void
  error?: string | undefined
  isDisabled?: boolean
  /** The first radio: where focus goes when the group is invalid. */
  ref?: Ref<HTMLInputElement>
}

/** A few big choices side by side: native radios in a named group. */
export function RadioTiles<Key extends string>({
  label,
  options,
  value,
  onChange,
  onBlur,
  error,
  isDisabled,
  ref,
}: RadioTilesProps<Key>) {
  const id = useId()
  return (
    <fieldset
      className={cx(styles.group, error && styles.invalid)}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <span className={field.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={styles.tiles}>
        {options.map(({ key, name, icon }, index) => (
          <label key={key} className={styles.tile}>
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={id}
              value={key}
              checked={value === key}
              disabled={isDisabled}
              className={styles.input}
              onChange={() => onChange(key)}
              onBlur={onBlur}
            />
            {icon}
            <span>{name}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
