import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { BUSINESS } from './business.texts.ts'

interface FormFootProps {
  /** What the server refused, when it is no field's fault. */
  problem: string | null
  isPending: boolean
  submit: string
  onCancel: () => void
}

/** How a dialog's form ends: what went wrong, the way back, and the deed. */
export function FormFoot({ problem, isPending, submit, onCancel }: FormFootProps) {
  return (
    <>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {BUSINESS.cancel}
        </Button>
        <Button type="submit" isPending={isPending}>
          {submit}
        </Button>
      </DialogActions>
    </>
  )
}
