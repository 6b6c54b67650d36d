import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { DialogActions } from './dialog.tsx'

interface FormActionsProps {
  /** Label of the submit button. */
  submit: ReactNode
  isPending?: boolean
  onCancel: () => void
}

/** The actions of a form in a dialog: cancel and submit. */
export function FormActions({ submit, isPending = false, onCancel }: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        Отмена
      </Button>
      <Button type="submit" isPending={isPending}>
        {submit}
      </Button>
    </DialogActions>
  )
}
