import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Menu } from 'lucide-react'
import { SHELL } from './shell.texts.ts'

/** The menu button (☰) of the phone's header. */
export function MenuToggle({ onPress, isOpening }: { onPress: () => void; isOpening: boolean }) {
  return (
    <IconButton
      label={SHELL.menu}
      aria-haspopup="dialog"
      data-going={isOpening || undefined}
      onClick={onPress}
    >
      <Menu size={20} aria-hidden />
    </IconButton>
  )
}
