import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
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

/** Keeps one event stream open on the pages of all features that handle its events. */
export function LiveLayout() {
  const queryClient = useQueryClient()
  const { me, person, call } = useScope()
  const navigate = useNavigate()
  const latest = useRef(navigate)
  latest.current = navigate
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    void load().then(
      ([{ followDesk }, makers]) => {
        if (isOver) return
        const reader = { me: me.id, person, call }
        const parts = makers.map((make) => make(reader, queryClient))
        stop = followDesk({ reader, parts, go: (path) => void latest.current(path) })
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
