import { Refusal } from '@podmoga/contract/refusals'
import { explain } from '@podmoga/web/explain'
import { useCallback, useEffect, useState } from 'react'

/** What a link opens: being read, open, gone for good, or not to be told just now. */
export type Look<T> =
  | { at: 'reading' }
  | { at: 'open'; found: T }
  | { at: 'gone'; why: string | undefined }
  | { at: 'failed'; why: string | undefined }

/** Reads what the link of this page opens. */
export const useLook = <T>(read: () => Promise<T>): { look: Look<T>; again: () => void } => {
  const [look, setLook] = useState<Look<T>>({ at: 'reading' })
  const run = useCallback(async () => {
    setLook({ at: 'reading' })
    try {
      setLook({ at: 'open', found: await read() })
    } catch (error) {
      const isGone = error instanceof Refusal && ['not_found', 'invalid'].includes(error.code)
      setLook({ at: isGone ? 'gone' : 'failed', why: explain(error) })
    }
  }, [read])
  useEffect(() => void run(), [run])
  return { look, again: () => void run() }
}
