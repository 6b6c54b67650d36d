import { useEffect } from 'react'

/** While `isDirty`, the browser asks for confirmation before leaving the page. */
export const useAskBeforeUnload = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
