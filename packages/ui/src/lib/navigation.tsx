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
  /** Makes an `href` from an in-app path (adds the base path). */
  hrefOf: (path: string) => string
  /**
   * Gives an overlay an entry in the history: Back calls `onBack` to close it (false: it stays open) and does not leave the page.
   * Returns a function to call when the overlay has closed.
   */
  addOverlay?: ((onBack: () => boolean) => () => void) | undefined
  /** Dialogs ask for confirmation before they discard what was typed. */
  asksFirst?: boolean | undefined
}

const NavigationContext = createContext<Navigation | null>(null)

/** Gives all links of the design system the app's navigation. Without it links are plain links. */
export function NavigationProvider({
  navigation,
  children,
}: {
  navigation: Navigation
  children: ReactNode
}) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

/** While `isOpen`, Back calls `onBack`, which closes the overlay or returns false if it stays open (it asks for confirmation). */
export const useBackToClose = (isOpen: boolean, onBack: () => boolean): void => {
  const addOverlay = use(NavigationContext)?.addOverlay
  const goBack = useEffectEvent(onBack)
  // A layout effect: Back may be pressed as soon as the overlay is visible.
  useLayoutEffect(() => (isOpen ? addOverlay?.(() => goBack()) : undefined), [isOpen, addOverlay])
}

/** Whether dialogs ask for confirmation before they discard what was typed. */
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
  /** State of the history entry. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/**
 * An anchor that navigates inside the app on a plain click and is an ordinary link otherwise. Until the target page can be
 * rendered the link is marked with `data-going`, so that a press shows at once on any phone.
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
 * A click handler for an element with links rendered from HTML (an article's text): URLs of this site are opened without loading
 * the page, all others are left to the browser.
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
