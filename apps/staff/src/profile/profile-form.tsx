import type { FormEvent, ReactNode, RefObject } from 'react'
import styles from './profile.module.css'

interface ProfileFormProps<Body> {
  /** The result of `useForm`. */
  of: {
    form: RefObject<HTMLFormElement | null>
    submit: (event: FormEvent, onValid: (body: Body) => void) => void
  }
  onValid: (body: Body) => void
  children: ReactNode
}

/** A form of a dialog or step, validated by its schema and not by the browser. */
export function ProfileForm<Body>({ of, onValid, children }: ProfileFormProps<Body>) {
  return (
    <form ref={of.form} className={styles.form} noValidate onSubmit={(event) => of.submit(event, onValid)}>
      {children}
    </form>
  )
}
