import { useEffect } from 'react'

/** Sets the document's title: «Синонимы · Поддержка». Null leaves it as it is: another page sets it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Поддержка`
  }, [title])
}
