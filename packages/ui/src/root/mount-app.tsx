import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** The root element of an app. */
export const pageRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  return root
}

/**
 * Renders an app in place of what the page contains. In a transition the first render yields to input every few milliseconds; the
 * page from the HTML stays visible meanwhile.
 */
export const mountApp = (root: HTMLElement, app: ReactNode): void =>
  startTransition(() => createRoot(root).render(<StrictMode>{app}</StrictMode>))

/** Hydrates the same app rendered by the server: all elements stay, and what was typed in them. */
export const hydrateApp = (root: HTMLElement, app: ReactNode): void =>
  startTransition(() => void hydrateRoot(root, <StrictMode>{app}</StrictMode>))
