import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** The element that an app is drawn into. */
export const pageRoot = (): HTMLElement => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  return root
}

/**
 * Draws an app over what stands in the page. As a transition the first render gives way to touches every few
 * milliseconds; the page in the HTML stays meanwhile.
 */
export const drawOver = (root: HTMLElement, app: ReactNode): void =>
  startTransition(() => createRoot(root).render(<StrictMode>{app}</StrictMode>))

/** Makes an app of what stands in the page, which is the same app drawn by the server: every element stays, and what is typed. */
export const takeOver = (root: HTMLElement, app: ReactNode): void =>
  startTransition(() => void hydrateRoot(root, <StrictMode>{app}</StrictMode>))
