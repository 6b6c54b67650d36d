import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Menu } from 'lucide-react'
import { SHELL } from './shell.texts.ts'

/** ☰ of the phone's header. */
export function MenuToggle({ onPress }: { onPress: () => void }) {
  return (
    <IconButton label={SHELL.menu} aria-haspopup="dialog" onClick={onPress}>
      <Menu size={20} aria-hidden />
    </IconButton>
  )
}
