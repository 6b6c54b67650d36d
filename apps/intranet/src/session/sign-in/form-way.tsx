import { Button } from '@podmoga/ui/button/button'
import type { ReactNode } from 'react'

/** An alternative to sending a form: stands under the form's button. */
export function FormWay({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" wide onClick={onPress}>
      {children}
    </Button>
  )
}
