import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmationAsked, onConfirmationChange } from '../lib/confirmation.ts'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Where the question «это вы?» comes up, whatever page asks it. */
export function ConfirmationHost() {
  const asked = useSyncExternalStore(onConfirmationChange, confirmationAsked)
  if (asked === null) return null
  return (
    <Suspense>
      <ConfirmDialog onAnswer={asked.answer} />
    </Suspense>
  )
}
