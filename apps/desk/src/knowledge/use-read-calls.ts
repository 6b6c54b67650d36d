import { readSignals } from '@podmoga/contract/desk/signals'
import { useEffect } from 'react'
import { useScope } from '../lib/scope.tsx'

/**
 * What an editor looks at calls them no more, on none of their devices: a material, or the list of what is due (null).
 * `news` is what they see of it now, so that what comes while it is open is read as well; undefined: nothing yet.
 */
export const useReadCalls = (material: string | null, news: string | undefined): void => {
  const { call } = useScope()
  useEffect(() => {
    // Without a network the notice stays: the next look takes it.
    if (news !== undefined) void call(readSignals, { body: { material } }).catch(() => null)
  }, [call, material, news])
}
