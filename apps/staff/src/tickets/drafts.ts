import { useCallback, useEffect, useRef, useState } from 'react'
import { localDb } from '../lib/local-db.ts'
import { usePlace } from '../lib/place.tsx'

const SAVE_AFTER_MS = 250

export const draftKey = (person: string, restaurantId: string, name: string): string =>
  `${person}/${restaurantId}/${name}`

/**
 * State that survives a reload, a crash and an expired sign-in: kept in the browser for this person, restaurant and
 * name (a ticket's id), saved a quarter of a second after the last change. What is typed before the stored draft
 * arrives wins over it. `clear` empties both, `save` does not wait. `begin`, if any, changes it once the stored draft has
 * arrived, which `isReady` tells.
 */
export function useDraft<T>(name: string, empty: T, isEmpty: (value: T) => boolean, begin?: (value: T) => T) {
  const { person, restaurantId } = usePlace()
  const key = draftKey(person, restaurantId, name)
  const [value, setValue] = useState<T>(empty)
  const [isReady, setReady] = useState(false)
  const latest = useRef(value)
  const isTouched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isBlank = useRef(isEmpty)
  const beginning = useRef(begin)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    return isBlank.current(latest.current)
      ? localDb.remove('drafts', key)
      : localDb.put('drafts', key, latest.current)
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
    void localDb.get<T>('drafts', key).then((stored) => {
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

  const clear = useCallback(() => {
    change(() => empty)
    void save()
  }, [change, save, empty])

  return { value, change, clear, latest, isReady, save }
}
