import { explain, isRefusal } from '@podmoga/web/explain'
import { useCallback, useEffect, useState } from 'react'
import { LINK } from './ways-in.texts.ts'

/** State of a link's content: loading, found, gone for good, or failed for now. */
export type LinkState<T> =
  | { at: 'reading' }
  | { at: 'open'; found: T }
  | { at: 'gone'; why: string | undefined }
  | { at: 'failed'; why: string | undefined }

/** Loads the content of this page's link. */
export const useLink = <T>(read: () => Promise<T>): { link: LinkState<T>; again: () => void } => {
  const [link, setLink] = useState<LinkState<T>>({ at: 'reading' })
  const run = useCallback(async () => {
    setLink({ at: 'reading' })
    try {
      setLink({ at: 'open', found: await read() })
    } catch (error) {
      // An invalid key means that part of the link was cut off; there is no field to mark.
      if (isRefusal(error, 'invalid')) setLink({ at: 'gone', why: LINK.cut })
      else setLink({ at: isRefusal(error, 'not_found') ? 'gone' : 'failed', why: explain(error) })
    }
  }, [read])
  useEffect(() => void run(), [run])
  return { link, again: () => void run() }
}
