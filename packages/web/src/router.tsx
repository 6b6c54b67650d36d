import type { Navigation } from '@podmoga/ui/lib/navigation'
import {
  type ReactNode,
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type NavigateOptions,
  Router,
  useLocation,
  useNavigate,
} from 'react-router'

/*
 * The pieces that the apps use of react-router's part for browsers. Whoever imports one of them from there gets all of
 * it (forms, fetchers, links that preload, what a server of its own would send), which no page here has a use for, in
 * the first load of each.
 */

/** The history that the router follows. */
export type AppHistory = ReturnType<typeof createBrowserHistory>

interface BrowserRouterProps {
  basename?: string
  /** Makes the app's history of the browser's. */
  wrap?: (history: AppHistory) => AppHistory
  children: ReactNode
}

/** The declarative router over the browser's history. As react-router's own, each step is a transition. */
export function BrowserRouter({ basename, wrap = (history) => history, children }: BrowserRouterProps) {
  const [history] = useState(() => wrap(createBrowserHistory({ v5Compat: true })))
  const [{ action, location }, setState] = useState<Pick<typeof history, 'action' | 'location'>>(history)
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history])
  return (
    <Router
      {...(basename !== undefined && { basename })}
      location={location}
      navigationType={action}
      navigator={history}
    >
      {children}
    </Router>
  )
}

type Search = Record<string, string> | URLSearchParams
type SetSearch = (next: Search | ((now: URLSearchParams) => Search), options?: NavigateOptions) => void

/** The query of the address, and how to go to the same path with another one. */
export function useSearchParams(): [search: URLSearchParams, setSearch: SetSearch] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearch>(
    (next, options) => {
      const wanted = typeof next === 'function' ? next(params) : next
      void navigate(`?${new URLSearchParams(wanted)}`, options)
    },
    [navigate, params],
  )
  return [params, set]
}

/**
 * How the links of the design system lead through one app; what it returns stays the same from page to page, so that no
 * link is drawn again for it. Both functions must be steady too: declare them outside of components.
 * @param isOurs whether this app answers at a path; the browser goes to others by loading them
 * @param hrefOf the address of one of the app's paths, as a link shows it
 * @param dialogs see {@link Navigation}
 */
export function useNavigation(
  isOurs: (path: string) => boolean,
  hrefOf: Navigation['hrefOf'],
  dialogs: Pick<Navigation, 'addOverlay' | 'asksFirst'> = {},
): Navigation {
  const { addOverlay, asksFirst } = dialogs
  const navigate = useNavigate()
  // The router's function is another one on every page.
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useMemo(
    () => ({
      navigate: (path, options) => {
        if (isOurs(path)) void latest.current(path, options)
        else location.assign(path)
      },
      hrefOf,
      addOverlay,
      asksFirst,
    }),
    [isOurs, hrefOf, addOverlay, asksFirst],
  )
}
