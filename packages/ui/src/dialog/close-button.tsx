import { X } from 'lucide-react'
import { IconButton } from '../icon-button/icon-button.tsx'

/** The way out of what lies over the page, at the end of its head. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconButton label="Закрыть" onClick={onClose}>
      <X size={20} aria-hidden />
    </IconButton>
  )
}
