import { quoted } from '@podmoga/contract/fields/quoted'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { KB } from '../knowledge.texts.ts'

interface RemoveDialogProps {
  name: string
  onRemove: () => Promise<unknown>
  onClose: () => void
}

/** Confirms the removal of a tree item. */
export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  return (
    <SureDialog
      title={`Удалить ${quoted(name)}?`}
      text={KB.remove_text}
      submit={KB.remove}
      onSubmit={onRemove}
      onClose={onClose}
    />
  )
}
