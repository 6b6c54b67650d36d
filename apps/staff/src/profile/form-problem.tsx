import { FieldError } from '@podmoga/ui/field/field'

/** What went wrong with the whole form, in place. The alert stands empty until then, so that it is heard. */
export function FormProblem({ children }: { children: string | null }) {
  return <div role="alert">{children !== null && <FieldError>{children}</FieldError>}</div>
}
