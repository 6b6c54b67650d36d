import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { DialogActions } from './dialog.tsx'

interface FormActionsProps {
  /** What the form's submit is called. */
  submit: ReactNode
  isPending?: boolean
  onCancel: () => void
}

/** How a form in a dialog ends: the way back, and the submit. */
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
