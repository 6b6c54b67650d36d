import { leaveForSignIn } from '@podmoga/web/session/leave'
import { renew, renewalDelay } from '@podmoga/web/session/renew'
import {
  isSomebodyElses,
  onSessionChange,
  readSession,
  writeSession,
} from '@podmoga/web/session/stored-session'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useLate } from '../lib/use-late.ts'
import { onEntryChange, refusedEntry } from './entry.ts'
import { SESSION } from './session.texts.ts'
import styles from './session-guard.module.css'

const LONGEST_TIMER_MS = 12 * 3600_000
const AGAIN_MS = 15_000

/** Renews the token a minute before it expires, while the page is open. */
function useSilentRenewal(token: string | undefined): void {
  useEffect(() => {
    if (token === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const plan = (wait: number | null) => {
      if (wait === null) return
      timer = setTimeout(
        async () => {
          if (wait > LONGEST_TIMER_MS) plan(renewalDelay(token))
          else if ((await renew(token)) === 'offline') plan(AGAIN_MS)
        },
        Math.min(wait, LONGEST_TIMER_MS),
      )
    }
    plan(renewalDelay(token))
    return () => clearTimeout(timer)
  }, [token])
}

interface SessionGuardProps {
  restaurantId: string
  onSignOut: () => void
  children: ReactNode
}

/**
 * Renders its children only with a stored session; without one it redirects to the authentication site, which returns here. Keeps
 * the cookie's current restaurant and its token up to date.
 */
export function SessionGuard({ restaurantId, onSignOut, children }: SessionGuardProps) {
  const session = useSyncExternalStore(onSessionChange, readSession)
  const refused = useSyncExternalStore(onEntryChange, refusedEntry)
  const isClosed = refused !== null && refused.restaurant === restaurantId
  const isOthers = useSyncExternalStore(onSessionChange, isSomebodyElses)
  useSilentRenewal(isOthers ? undefined : session?.access_token)
  useEffect(() => {
    if (isOthers) return
    if (session === null) {
      if (!isClosed) leaveForSignIn()
    } else if (session.id !== restaurantId) writeSession({ ...session, id: restaurantId })
  }, [session, restaurantId, isClosed, isOthers])
  const why = isOthers ? 'somebody_else' : isClosed ? refused.why : null
  const Notice = useLate(() => import('./no-entry.tsx'), why !== null)?.NoEntry
  if (why !== null && Notice) return <Notice why={why} onSignOut={onSignOut} />
  if (isOthers) return <p className={styles.note}>{SESSION.somebody_else}</p>
  if (session === null || isClosed) return <p className={styles.note}>{SESSION.leaving}</p>
  return children
}
