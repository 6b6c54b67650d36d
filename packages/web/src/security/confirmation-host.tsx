import type { Call } from '@podmoga/contract/client'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmationAsked, onConfirmationChange } from '../session/confirmation.ts'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Shows the confirmation dialog when any page needs it. */
export function ConfirmationHost({ call }: { call: Call }) {
  const asked = useSyncExternalStore(onConfirmationChange, confirmationAsked)
  if (asked === null) return null
  return (
    <Suspense>
      <ConfirmDialog call={call} onAnswer={asked.answer} />
    </Suspense>
  )
}
