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
 * The parts of react-router's browser package that the apps use. Importing any of them from there would add the whole
 * package (forms, fetchers, preloading links, server data) to the first load, which no page here uses.
 */

/** The history that the router uses. */
export type AppHistory = ReturnType<typeof createBrowserHistory>

interface BrowserRouterProps {
  basename?: string
  /** Wraps the browser history. */
  wrap?: (history: AppHistory) => AppHistory
  children: ReactNode
}

/** The declarative router over the browser history. Like react-router's own, it applies each navigation as a transition. */
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

/** The query of the URL, and a function that navigates to the same path with another query. */
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
 * Navigation of the design system's links within an app. The result is stable across pages, so that links do not rerender.
 * Both functions must be stable too: declare them outside components.
 * @param isOurs whether a path belongs to this app; other paths are opened by a full page load
 * @param hrefOf the href of one of the app's paths
 * @param dialogs see {@link Navigation}
 */
export function useNavigation(
  isOurs: (path: string) => boolean,
  hrefOf: Navigation['hrefOf'],
  dialogs: Pick<Navigation, 'addOverlay' | 'asksFirst'> = {},
): Navigation {
  const { addOverlay, asksFirst } = dialogs
  const navigate = useNavigate()
  // The router's `navigate` changes with every page.
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
