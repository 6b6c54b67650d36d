import { type Ref, type TextareaHTMLAttributes, useCallback, useLayoutEffect, useRef } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

const LINE_PX = 24
const EDGES_PX = 24

export interface TextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>,
    FieldTexts {
  /** Lines at rest. */
  rows?: number
  /** Lines it grows to before it scrolls; equal to `rows` keeps it fixed. */
  maxRows?: number
  ref?: Ref<HTMLTextAreaElement>
}

function fit(area: HTMLTextAreaElement): void {
  // an empty value is measured without its placeholder, which may wrap
  const placeholder = area.placeholder
  area.placeholder = ''
  // what stands around must not move while the field is measured: a list above would lose its place
  const box = area.parentElement
  if (box) box.style.minHeight = `${box.offsetHeight}px`
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + 2}px`
  if (box) box.style.minHeight = ''
  area.placeholder = placeholder
}

/** Several lines of text that grow from `rows` to `maxRows`. */
export function TextArea({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  rows = 4,
  maxRows = 12,
  ...rest
}: TextAreaProps) {
  const { ref, onInput, ...area } = rest
  const own = useRef<HTMLTextAreaElement>(null)
  const attach = useCallback(
    (element: HTMLTextAreaElement | null) => {
      own.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )
  // after every render: the value may be set from outside (a draft, a reset)
  useLayoutEffect(() => {
    if (own.current) fit(own.current)
  })
  return (
    <Field {...{ id, label, hint, error, className }} {...(hideLabel && { hideLabel })}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={attach}
          rows={rows}
          className={cx(styles.control, styles.area)}
          style={{ maxHeight: maxRows * LINE_PX + EDGES_PX, minHeight: rows * LINE_PX + EDGES_PX }}
          onInput={(event) => {
            fit(event.currentTarget)
            onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}
