import type { FormEvent, ReactNode, RefObject } from 'react'
import styles from './profile.module.css'

interface ProfileFormProps<Values> {
  /** What `useForm` answered. */
  of: {
    form: RefObject<HTMLFormElement | null>
    submit: (event: FormEvent, onValid: (values: Values) => void) => void
  }
  onValid: (values: Values) => void
  children: ReactNode
}

/** The form of a dialog or a step, under its own checks and not the browser's. */
export function ProfileForm<Values>({ of, onValid, children }: ProfileFormProps<Values>) {
  return (
    <form ref={of.form} className={styles.form} noValidate onSubmit={(event) => of.submit(event, onValid)}>
      {children}
    </form>
  )
}
