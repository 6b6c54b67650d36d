import { useEffect } from 'react'

/** The browser asks whether one is sure to leave, for as long as something would be lost. */
export const useAskBeforeUnload = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
