import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** The native checkbox with its label; the whole line is clickable. */
export function Checkbox({ children, className, ...input }: CheckboxProps) {
  return (
    <label className={cx(styles.checkbox, className)}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>{children}</span>
    </label>
  )
}
