import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  use,
  useEffectEvent,
  useLayoutEffect,
  useTransition,
} from 'react'

export interface Navigation {
  /** Goes to an in-app path without loading the page. */
  navigate: (path: string, options?: { replace?: boolean; state?: unknown }) => void
  /** Makes the address written into `href` from an in-app path (adds the base path). */
  hrefOf: (path: string) => string
  /**
   * Gives what opens over the page an entry in the history: Back asks it to close (`onBack`; false: it stays) and leaves
   * no page. Returns what tells that it has closed.
   */
  addOverlay?: ((onBack: () => boolean) => () => void) | undefined
  /** What was typed in a dialog is not lost with it without a question. */
  asksFirst?: boolean | undefined
}

const NavigationContext = createContext<Navigation | null>(null)

/** Tells every link of the design system how the app navigates. Without it links are plain links. */
export function NavigationProvider({
  navigation,
  children,
}: {
  navigation: Navigation
  children: ReactNode
}) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

/** While it `isOpen`, Back asks it to close; `onBack` answers false when it stays (it asks first). */
export const useOver = (isOpen: boolean, onBack: () => boolean): void => {
  const addOverlay = use(NavigationContext)?.addOverlay
  const goBack = useEffectEvent(onBack)
  // What is seen has its entry: Back may be pressed in the very next moment.
  useLayoutEffect(() => (isOpen ? addOverlay?.(() => goBack()) : undefined), [isOpen, addOverlay])
}

/** Whether a dialog asks before what was typed in it is lost. */
export const useAsksFirst = (): boolean => use(NavigationContext)?.asksFirst === true

const isInApp = (href: string) => href.startsWith('/') && !href.startsWith('//')

function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !modified && !event.defaultPrevented
}

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** `/path` stays in the app; anything else (`tel:`, `mailto:`, `https:`) is left to the browser. */
  href: string
  /** Replaces the current history entry. */
  replace?: boolean
  /** What the history entry carries besides the address. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/**
 * An anchor that navigates inside the app on a plain click and behaves as any link otherwise. Until the page it leads to
 * can be drawn it says so in its looks (`data-going`): a press is answered at once, however slow the phone.
 */
export function Link({ href, replace, state, onClick, target, download, ...rest }: LinkProps) {
  const navigation = use(NavigationContext)
  const [isGoing, startGoing] = useTransition()
  const inApp =
    navigation !== null && isInApp(href) && download === undefined && (!target || target === '_self')
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!inApp || !isPlainClick(event)) return
    event.preventDefault()
    startGoing(() => navigation.navigate(href, { replace: replace ?? false, state }))
  }
  return (
    <a
      {...rest}
      data-going={isGoing || undefined}
      href={inApp ? navigation.hrefOf(href) : href}
      target={target}
      download={download}
      onClick={handleClick}
    />
  )
}

/**
 * A handler of presses for an element whose links are not ours to render (an article's text): addresses of this site
 * are gone to without loading the page, all others are left to the browser.
 */
export function useLinkPresses(): (event: MouseEvent) => void {
  const navigation = use(NavigationContext)
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || navigation === null || !isPlainClick(event)) return
    if (!/^https?:$/.test(link.protocol) || link.origin !== location.origin || link.target !== '') return
    event.preventDefault()
    navigation.navigate(link.pathname + link.search + link.hash)
  }
}
