import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { KB } from '../knowledge.texts.ts'

interface InsertActionsProps {
  /** Null for something new; else what takes it out of the text is called so. */
  remove: string | null
  submit: string
  isPending?: boolean
  onRemove: () => void
  onClose: () => void
}

/** How a dialog about a thing inside the text ends: something new may be left, what stands there may be taken out. */
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
