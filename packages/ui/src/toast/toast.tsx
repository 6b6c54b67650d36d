import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import type { Notice, ToastTexts } from './toasts.tsx'

/** No first screen needs the toasts' code: it is loaded after this delay, or with the first toast. */
const AHEAD_MS = 6000

let Region: ComponentType | null = null
let waiting: Notice[] = []
const listeners = new Set<() => void>()

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Loads the toasts' code and passes on the waiting notices. Offline they keep waiting: see ToastRegion. */
const loadToasts = async (): Promise<void> => {
  const code = await import('./toasts.tsx').catch(() => null)
  if (code === null) return
  for (const notice of waiting.splice(0)) code.addNotice(notice)
  if (Region !== null) return
  Region = code.Toasts
  for (const notify of listeners) notify()
}

const show = (tone: Notice['tone']) => (texts: ToastTexts) => {
  waiting = [...waiting, { ...texts, tone }]
  void loadToasts()
}

/** Shows a notice for 8 s (danger: 12 s); `done` removes the notices about a subject that is settled. */
export const toast = {
  success: show('success'),
  danger: show('danger'),
  info: show('info'),
  done: (about: string): void => {
    waiting = waiting.filter((notice) => notice.about !== about)
    if (Region !== null) void import('./toasts.tsx').then(({ closeToasts }) => closeToasts(about))
  },
}

/** Where toasts appear. Mount once, near the end of the app. */
export function ToastRegion() {
  useEffect(() => {
    const timer = setTimeout(loadToasts, AHEAD_MS)
    window.addEventListener('online', loadToasts)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', loadToasts)
    }
  }, [])
  const Late = useSyncExternalStore(
    subscribe,
    () => Region,
    () => null,
  )
  return Late && <Late />
}
