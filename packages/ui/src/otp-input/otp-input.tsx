import { type FocusEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { Field, type FieldTexts } from '../field/field.tsx'
import { cx } from '../lib/cx.tsx'
import { codeDigits } from './otp-code.tsx'
import styles from './otp-input.module.css'

export interface OtpInputHandle {
  /** Focuses the field and selects what was typed, so that a new code replaces a wrong one. */
  focusAndSelect: () => void
}

interface OtpInputProps extends FieldTexts {
  value: string
  onChange: (code: string) => void
  /** Called once each time the code becomes complete. */
  onComplete?: (code: string) => void
  onBlur?: (event: FocusEvent) => void
  length?: number
  isDisabled?: boolean
  autoFocus?: boolean
  ref?: Ref<OtpInputHandle>
}

/** A one-time code: one real input, with the slots drawn under it. Spaces and dashes in a paste are dropped. */
export function OtpInput({
  value,
  onChange,
  onComplete,
  onBlur,
  length = 6,
  isDisabled,
  autoFocus,
  ref,
  ...texts
}: OtpInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    focusAndSelect() {
      input.current?.focus()
      input.current?.select()
    },
  }))
  const change = (typed: string) => {
    const code = codeDigits(typed, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  const slots = Array.from({ length }, (_, index) => index)
  return (
    <Field {...texts}>
      {(control) => (
        <div className={cx(styles.wrap, texts.error && styles.invalid)}>
          <input
            {...control}
            ref={input}
            className={styles.input}
            value={value}
            onChange={(event) => change(event.target.value)}
            onBlur={onBlur}
            disabled={isDisabled}
            // biome-ignore lint/a11y/noAutofocus: the code is the only field on its step
            autoFocus={autoFocus}
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            // No maxLength: the browser would cut a pasted message before its code.
          />
          <div className={styles.slots} aria-hidden>
            {slots.map((slot) => (
              <span
                key={slot}
                className={cx(styles.slot, slot === Math.min(value.length, length - 1) && styles.active)}
              >
                {value[slot]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}
