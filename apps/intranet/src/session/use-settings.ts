import { getPublicSettings, type Settings } from '@podmoga/contract/settings'
import { config } from '@podmoga/web/config'
import { ask } from '@podmoga/web/session/ask'
import { createContext, use, useEffect, useState } from 'react'

/** The initial settings: those in the page, or on the server those it is about to put there. */
export const SettingsAtFirst = createContext<Settings>(config)

/**
 * Fetches the settings and passes them to `onSettings` whenever the user returns to the page. Never polls: every page is
 * served with the current settings.
 * @returns a function that stops watching.
 */
export const watchSettings = (onSettings: (settings: Settings) => void): (() => void) => {
  let asking = false
  let isGone = false
  const refresh = async () => {
    if (asking || document.visibilityState === 'hidden') return
    asking = true
    try {
      const settings = await ask(getPublicSettings, {})
      if (!isGone) onSettings(settings)
    } catch {
      // The call does not exist on this backend, or there is no network: the current settings stay.
    } finally {
      asking = false
    }
  }
  document.addEventListener('visibilitychange', refresh)
  // Switching to this window from another one beside it fires `focus` but no `visibilitychange`.
  window.addEventListener('focus', refresh)
  return () => {
    isGone = true
    document.removeEventListener('visibilitychange', refresh)
    window.removeEventListener('focus', refresh)
  }
}

/** The public settings of the business: those the page was served with, then newer ones. */
export const useSettings = (): Settings => {
  const [settings, setSettings] = useState(use(SettingsAtFirst))
  useEffect(
    () =>
      watchSettings((now) =>
        setSettings((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now)),
      ),
    [],
  )
  return settings
}
