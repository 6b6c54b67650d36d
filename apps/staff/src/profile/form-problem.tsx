import { FieldError } from '@podmoga/ui/field/field'

/** The form's error. The empty alert is always present, so that a new error is announced. */
export function FormProblem({ children }: { children: string | null }) {
  return <div role="alert">{children !== null && <FieldError>{children}</FieldError>}</div>
}
