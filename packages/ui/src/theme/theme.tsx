import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
const THEMES: readonly string[] = ['system', 'light', 'dark']
const listeners = new Set<() => void>()
const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The stored choice; `system` when nothing (or an invalid value) is stored or storage is refused. */
export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY) ?? 'system'
    return THEMES.includes(value) ? (value as Theme) : 'system'
  } catch {
    return 'system'
  }
}

/** Stores the choice (if given) and applies it: sets `data-theme` on the root element. */
export function applyTheme(theme?: Theme): void {
  if (theme) {
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // a private window may refuse storage: the choice then lasts until reload
    }
  }
  const wanted = theme ?? storedTheme()
  const painted = wanted === 'system' ? (darkQuery().matches ? 'dark' : 'light') : wanted
  document.documentElement.dataset.theme = painted
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', painted === 'dark' ? '#1b1916' : '#ffffff')
  for (const listener of listeners) listener()
}

/** Reapplies the theme when the system's setting or another tab's choice changes. Returns a function that stops. */
export function followTheme(listener: () => void = () => {}): () => void {
  const repaint = () => applyTheme()
  const query = darkQuery()
  listeners.add(listener)
  query.addEventListener('change', repaint)
  window.addEventListener('storage', repaint)
  return () => {
    listeners.delete(listener)
    query.removeEventListener('change', repaint)
    window.removeEventListener('storage', repaint)
  }
}

/** `[theme, setTheme]`; follows the system setting and other tabs while mounted. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(followTheme, storedTheme), applyTheme]
}
