import { Button } from '@podmoga/ui/button/button'
import { MEANWHILE } from './meanwhile.texts.ts'

interface UnsavedPartProps {
  isChanged: boolean
  isPending: boolean
  /** The reset button's accessible name, for pages with several such forms. */
  label?: string
  reset: () => void
}

/** Beside a form's save button: says that the changes are not saved, with a button to discard them. */
export function UnsavedPart({ isChanged, isPending, label, reset }: UnsavedPartProps) {
  if (!isChanged) return null
  return (
    <>
      <Button
        variant="ghost"
        disabled={isPending}
        onClick={reset}
        {...(label !== undefined && { 'aria-label': label })}
      >
        {MEANWHILE.reset}
      </Button>
      <span className="t-small t-muted">{MEANWHILE.not_saved}</span>
    </>
  )
}
