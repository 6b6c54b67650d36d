import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { FieldError } from '@podmoga/ui/field/field'

interface FormFootProps {
  /** A refusal of the server that is not about a field. */
  problem: string | null
  isPending: boolean
  submit: string
  onCancel: () => void
}

/** Footer of a dialog's form: error, cancel and submit. */
export function FormFoot({ problem, isPending, submit, onCancel }: FormFootProps) {
  return (
    <>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <FormActions submit={submit} isPending={isPending} onCancel={onCancel} />
    </>
  )
}
