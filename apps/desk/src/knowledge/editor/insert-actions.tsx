import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { KB } from '../knowledge.texts.ts'

interface InsertActionsProps {
  /** Label of the remove button; null when inserting something new. */
  remove: string | null
  submit: string
  isPending?: boolean
  onRemove: () => void
  onClose: () => void
}

/** Buttons of an insert dialog: "cancel" for a new thing, "remove" for an existing one. */
export function InsertActions({ remove, submit, isPending = false, onRemove, onClose }: InsertActionsProps) {
  return (
    <DialogActions>
      {remove === null ? (
        <Button variant="secondary" onClick={onClose}>
          {KB.cancel}
        </Button>
      ) : (
        <Button variant="danger" onClick={onRemove}>
          {remove}
        </Button>
      )}
      <Button type="submit" isPending={isPending}>
        {submit}
      </Button>
    </DialogActions>
  )
}
