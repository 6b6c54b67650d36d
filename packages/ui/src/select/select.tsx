import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import field from '../field/field.module.css'
import { Field, type FieldTexts, splitField } from '../field/field.tsx'
import { cx } from '../lib/cx.tsx'
import styles from './select.module.css'

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>, FieldTexts {
  options: readonly { key: string; name: string }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

/**
 * A choice from a short list (long ones: Picker). The native control, so that phones show their own wheel and every assistive
 * technology knows it; browsers that support it show our popover.
 */
export function Select({ options, placeholder = 'Выберите…', ...props }: SelectProps) {
  const { field: texts, control: rest } = splitField(props)
  const { value = '' } = rest
  const isGone = value !== '' && !options.some(({ key }) => key === value)
  return (
    <Field {...texts}>
      {(control) => (
        <div className={styles.wrap}>
          <select
            {...rest}
            {...control}
            className={cx(field.control, styles.select, (rest.value === '' || isGone) && styles.blank)}
          >
            {/* An option removed from the list is no longer selected, and choosing any other one is a change. */}
            <option value={isGone ? value : ''} disabled hidden>
              {placeholder}
            </option>
            {options.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.arrow} size={20} aria-hidden />
        </div>
      )}
    </Field>
  )
}
