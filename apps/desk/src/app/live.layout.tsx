import { startLate } from '@podmoga/web/start/when-fetched'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { matchRoutes, Outlet, type RouteObject, useLocation, useNavigate } from 'react-router'
import type { Reader } from '../lib/feature.ts'
import { useScope } from '../lib/scope.tsx'
import { FEATURES } from './features.ts'
import type { DeskPage } from './follow-desk.ts'

/** The stream's code is not part of the first load: it is fetched beside the page's. */
const load = async () => {
  const [{ followDesk }, ...makers] = await Promise.all([
    import('./follow-desk.ts'),
    ...FEATURES.flatMap(({ live }) => (live === undefined ? [] : [live()])),
  ])
  return (reader: Reader, queryClient: QueryClient, page: DeskPage) => {
    const parts = makers.map((make) => make(reader, queryClient))
    return followDesk({ reader, parts, ...page })
  }
}

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
  useEffect(
    () =>
      startLate(load, { me: me.id, person, call }, queryClient, {
        go: (path) => void latest.current.navigate(path),
        isAlerting: () => latest.current.isAlerting,
      }),
    [queryClient, call, me.id, person],
  )
  return <Outlet />
}
