import { Button } from '@podmoga/ui/button/button'
import type { ReactNode } from 'react'

/** What else one may do instead of sending a form: it stands under the form's button. */
export function FormWay({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" wide onClick={onPress}>
      {children}
    </Button>
  )
}
