import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import type { FormEvent, ReactNode, Ref } from 'react'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

interface FormCardProps {
  ref?: Ref<HTMLFormElement>
  title: string
  /** Sentences under the title; false and null are skipped. */
  hints: readonly (string | false | null)[]
  /** Whether the form is being sent, and the error of the whole form, which is announced. */
  of: { isPending: boolean; problem: string | null }
  submit: string
  /** Seconds until the next attempt is allowed. */
  wait?: number
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
  /** Alternative actions under the button. */
  ways?: ReactNode
}

/** A form of this site: title, fields, error and submit button. */
export function FormCard(props: FormCardProps) {
  const { ref, title, hints, submit, wait = 0, onSubmit, children, ways } = props
  const { isPending, problem } = props.of
  return (
    // `post`: if the browser submits the form itself, the values never get into a URL.
    <form ref={ref} method="post" className={styles.card} noValidate onSubmit={onSubmit}>
      <div>
        <h1>{title}</h1>
        {hints
          .filter((hint) => typeof hint === 'string')
          .map((hint) => (
            <p key={hint} className="t-small t-muted">
              {hint}
            </p>
          ))}
      </div>
      {children}
      <div role="alert" className={styles.refusal}>
        {problem !== null && <FieldError>{problem}</FieldError>}
      </div>
      {wait > 0 && <p className={styles.wait}>{SESSION.again_in(wait)}</p>}
      <Button type="submit" wide isPending={isPending} disabled={wait > 0}>
        {submit}
      </Button>
      {ways}
    </form>
  )
}
