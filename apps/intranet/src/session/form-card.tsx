import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import type { FormEvent, ReactNode, Ref } from 'react'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

interface FormCardProps {
  ref?: Ref<HTMLFormElement>
  title: string
  /** Sentences under the title; what is not to be said is left out. */
  hints: readonly (string | false | null)[]
  /** Whether it is being sent, and what was refused as a whole: that is read aloud. */
  of: { isPending: boolean; problem: string | null }
  submit: string
  /** Seconds until one may try again. */
  wait?: number
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
  /** What else one may do instead, under the button. */
  ways?: ReactNode
}

/** One form of this site: its title, its fields, what went wrong, and the button that sends it. */
export function FormCard(props: FormCardProps) {
  const { ref, title, hints, submit, wait = 0, onSubmit, children, ways } = props
  const { isPending, problem } = props.of
  return (
    // `post`: whatever sends it, what is typed never comes into an address.
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
