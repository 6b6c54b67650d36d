import { isSparing } from '@podmoga/web/fetch-ahead'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useScope } from '../lib/scope.tsx'
import { setWaiting } from '../lib/title.ts'
import { unreadMembershipsQuery } from './session.api.ts'

const SETTLED_MS = 8000

/**
 * Unread replies by restaurant, for users with several: fetched when the page is idle, or at once when the list of restaurants is
 * about to be opened (`look`).
 */
export function useUnreadMemberships(isOfSeveral: boolean): {
  unread: ReadonlyMap<string, number>
  look: () => void
} {
  const scope = useScope()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => !isSparing() && setWanted(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...unreadMembershipsQuery(scope), enabled: isOfSeveral && isWanted })
  const unread = useMemo(() => new Map(data?.map(({ id, unread }) => [id, unread])), [data])
  useEffect(() => {
    setWaiting([...unread.values()].reduce((sum, count) => sum + count, 0))
  }, [unread])
  return { unread, look: () => setWanted(true) }
}
