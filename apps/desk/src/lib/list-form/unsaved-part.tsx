import { Button } from '@podmoga/ui/button/button'
import { MEANWHILE } from './meanwhile.texts.ts'

interface UnsavedPartProps {
  isChanged: boolean
  isPending: boolean
  /** What the button is called where several forms of a page each have one. */
  label?: string
  reset: () => void
}

/** Says beside the button of a form that what stands in it is not saved, and gives it up. */
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
