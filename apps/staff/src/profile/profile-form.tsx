import type { FormEvent, ReactNode, RefObject } from 'react'
import styles from './profile.module.css'

interface ProfileFormProps<Body> {
  /** What `useForm` answered. */
  of: {
    form: RefObject<HTMLFormElement | null>
    submit: (event: FormEvent, onValid: (body: Body) => void) => void
  }
  onValid: (body: Body) => void
  children: ReactNode
}

/** The form of a dialog or a step, under its own checks and not the browser's. */
export function ProfileForm<Body>({ of, onValid, children }: ProfileFormProps<Body>) {
  return (
    <form ref={of.form} className={styles.form} noValidate onSubmit={(event) => of.submit(event, onValid)}>
      {children}
    </form>
  )
}
