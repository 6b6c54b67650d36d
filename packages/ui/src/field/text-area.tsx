import { type Ref, type TextareaHTMLAttributes, useCallback, useLayoutEffect, useRef } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, splitField } from './field.tsx'

/** The height of `rows` lines, at any font size. */
const heightOf = (rows: number): string => `calc(${rows} * 1.5rem + 24px)`

export interface TextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>,
    FieldTexts {
  /** Lines when empty. */
  rows?: number
  /** Lines it grows to before it scrolls; equal to `rows` keeps it fixed. */
  maxRows?: number
  ref?: Ref<HTMLTextAreaElement>
}

function fit(area: HTMLTextAreaElement, maxRows: number): void {
  if (area.value === '') {
    // when empty, the height follows from `rows`: measuring would cost one more layout of the page
    area.style.height = ''
    return
  }
  // an empty value is measured without its placeholder, which may wrap
  const placeholder = area.placeholder
  area.placeholder = ''
  // the surroundings must not move while the field is measured: a list above would lose its scroll position
  const box = area.parentElement
  if (box) box.style.minHeight = `${box.offsetHeight}px`
  area.style.height = 'auto'
  area.style.height = `min(${area.scrollHeight + 2}px, ${heightOf(maxRows)})`
  if (box) box.style.minHeight = ''
  area.placeholder = placeholder
}

/** Several lines of text that grow from `rows` to `maxRows`. */
export function TextArea({ rows = 4, maxRows = 12, ref, ...props }: TextAreaProps) {
  const { field, control: area } = splitField(props)
  const own = useRef<HTMLTextAreaElement>(null)
  const attach = useCallback(
    (element: HTMLTextAreaElement | null) => {
      own.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )
  // after every render, and only then: measuring lays out the page
  useLayoutEffect(() => {
    if (own.current) fit(own.current, maxRows)
  })
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={attach}
          rows={rows}
          className={cx(styles.control, styles.area)}
          style={{ minHeight: heightOf(rows) }}
        />
      )}
    </Field>
  )
}
