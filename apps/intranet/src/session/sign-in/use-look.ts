import { explain, isRefusal } from '@podmoga/web/explain'
import { useCallback, useEffect, useState } from 'react'
import { LINK } from './ways-in.texts.ts'

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
      // A key that cannot be one is a link of which a part was lost; there is no field to check.
      if (isRefusal(error, 'invalid')) setLook({ at: 'gone', why: LINK.cut })
      else setLook({ at: isRefusal(error, 'not_found') ? 'gone' : 'failed', why: explain(error) })
    }
  }, [read])
  useEffect(() => void run(), [run])
  return { look, again: () => void run() }
}
