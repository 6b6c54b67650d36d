import { X } from 'lucide-react'
import { IconButton } from '../icon-button/icon-button.tsx'

/** The close button at the end of an overlay's header. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconButton label="Закрыть" onClick={onClose}>
      <X size={20} aria-hidden />
    </IconButton>
  )
}
