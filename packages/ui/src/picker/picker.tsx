import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId } from 'react'
import field from '../field/field.module.css'
import { Field, type FieldTexts } from '../field/field.tsx'
import { cx } from '../lib/cx.tsx'
import styles from './picker.module.css'
import type { PickerItem } from './picker-item.tsx'
import { usePicker } from './use-picker.tsx'

interface PickerProps extends FieldTexts {
  id?: string
  items: readonly PickerItem[]
  value: string | null
  onChange: (key: string) => void
  onBlur?: (event: FocusEvent) => void
  placeholder?: string
  searchLabel?: string | undefined
  isDisabled?: boolean
  /** What the closed field shows instead of the item's name. */
  valueText?: (item: PickerItem) => string
}

const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/** A choice from a long list (countries, regions): a field that opens a searchable list. */
export function Picker({ id, items, value, onChange, onBlur, isDisabled, valueText, ...rest }: PickerProps) {
  const { placeholder = 'Выберите…', searchLabel, ...texts } = rest
  const labelId = useId()
  const chosen = items.find((item) => item.key === value)
  const { triggerProps, overlay, open } = usePicker({
    label: texts.label,
    items,
    selected: value,
    onSelect: onChange,
    searchLabel,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return
    event.preventDefault()
    open()
  }
  return (
    <Field id={id ?? labelId} {...texts}>
      {(control) => (
        <>
          <button
            {...control}
            {...triggerProps}
            role="combobox"
            aria-expanded={triggerProps['aria-expanded']}
            aria-controls={triggerProps['aria-controls']}
            disabled={isDisabled}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            className={cx(field.control, styles.trigger)}
          >
            <span className={cx(styles.value, !chosen && styles.blank)}>
              {chosen ? (valueText?.(chosen) ?? chosen.name) : placeholder}
            </span>
            <ChevronDown size={20} aria-hidden />
          </button>
          {overlay}
        </>
      )}
    </Field>
  )
}
