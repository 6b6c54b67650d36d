import { isSignedOut } from '@podmoga/web/session/signed-out'
import { useCallback, useEffect, useRef, useState } from 'react'
import { outboxStore } from '../lib/offline/outbox.ts'
import { useScope } from '../lib/scope.tsx'

const SAVE_AFTER_MS = 250

export const draftKey = (person: string, restaurantId: string, name: string): string =>
  `${person}/${restaurantId}/${name}`

/**
 * State that survives a reload, a crash and an expired sign-in: stored in the browser by user, restaurant and name (a ticket's
 * id), 250 ms after the last change. Text typed before the stored draft is loaded takes precedence over it. `clear` empties the
 * field and the stored draft; `save` saves at once; `left` empties only the field, once the outbox has taken the stored draft.
 * `begin`, if given, modifies the draft after it has been loaded, when `isReady` becomes true.
 */
export function useDraft<T>(name: string, empty: T, isEmpty: (value: T) => boolean, begin?: (value: T) => T) {
  const { person, restaurantId } = useScope()
  const key = draftKey(person, restaurantId, name)
  const [value, setValue] = useState<T>(empty)
  const [isReady, setReady] = useState(false)
  const latest = useRef(value)
  const isTouched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isBlank = useRef(isEmpty)
  const beginning = useRef(begin)

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isSignedOut()) return
    const { current } = latest
    if (isBlank.current(current)) return outboxStore.db.remove('drafts', key)
    if (await outboxStore.db.write([{ store: 'drafts', key, value: current }])) return
    const late = await import('./keep-text-only.ts').catch(() => null)
    await late?.keepTextOnly(key, current, () => latest.current === current)
  }, [key])

  const change = useCallback(
    (next: (before: T) => T) => {
      isTouched.current = true
      latest.current = next(latest.current)
      setValue(latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [save],
  )

  useEffect(() => {
    let isGone = false
    const read = async () => {
      await outboxStore.ready()
      return outboxStore.db.get<T>('drafts', key)
    }
    void read().then((stored) => {
      if (isGone) return
      if (stored !== null && !isTouched.current) {
        latest.current = stored
        setValue(stored)
      }
      if (beginning.current) change(beginning.current)
      setReady(true)
    })
    const flush = () => {
      if (timer.current !== undefined) void save()
    }
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      isGone = true
      flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [key, save, change])

  const left = useCallback(() => {
    change(() => empty)
    clearTimeout(timer.current)
    timer.current = undefined
  }, [change, empty])

  const clear = useCallback(() => {
    left()
    void save()
  }, [left, save])

  return { value, change, clear, left, latest, isReady, save }
}
