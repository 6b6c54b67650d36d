import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { FieldError } from '@podmoga/ui/field/field'

interface FormFootProps {
  /** What the server refused, when it is no field's fault. */
  problem: string | null
  isPending: boolean
  submit: string
  onCancel: () => void
}

/** How a dialog's form ends: what went wrong, the way back, and the submit. */
export function FormFoot({ problem, isPending, submit, onCancel }: FormFootProps) {
  return (
    <>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <FormActions submit={submit} isPending={isPending} onCancel={onCancel} />
    </>
  )
}
