import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { matchRoutes, Outlet, type RouteObject, useLocation, useNavigate } from 'react-router'
import { retryWhenOnline } from '../lib/retry-when-online.ts'
import { useScope } from '../lib/scope.tsx'
import { FEATURES } from './features.ts'

/** The stream's code is not part of the first load: it is fetched beside the page's. */
const load = retryWhenOnline(() =>
  Promise.all([
    import('./follow-desk.ts'),
    Promise.all(FEATURES.flatMap(({ live }) => (live === undefined ? [] : [live()]))),
  ]),
)

interface LiveLayoutProps {
  /** The pages that alert an agent who is not looking at them. */
  alertsAt: RouteObject[]
}

/**
 * Keeps one event stream open on the pages of all features that handle its events. Hidden pages keep it only to alert: a
 * person's streams are limited, and each tab with one would sound.
 */
export function LiveLayout({ alertsAt }: LiveLayoutProps) {
  const queryClient = useQueryClient()
  const { me, person, call } = useScope()
  const navigate = useNavigate()
  const isAlerting = matchRoutes(alertsAt, useLocation()) !== null
  const latest = useRef({ navigate, isAlerting })
  latest.current = { navigate, isAlerting }
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    void load().then(
      ([{ followDesk }, makers]) => {
        if (isOver) return
        const reader = { me: me.id, person, call }
        const parts = makers.map((make) => make(reader, queryClient))
        stop = followDesk({
          reader,
          parts,
          go: (path) => void latest.current.navigate(path),
          isAlerting: () => latest.current.isAlerting,
        })
      },
      () => null,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [queryClient, call, me.id, person])
  return <Outlet />
}
