import { getPublicSettings, type Settings } from '@podmoga/contract/settings'
import { config } from '@podmoga/web/config'
import { ask } from '@podmoga/web/session/ask'
import { createContext, use, useEffect, useState } from 'react'

/** What the page begins with: as it was told, or, where the server draws it, as it will be. */
export const SettingsAtFirst = createContext<Settings>(config)

/**
 * Tells the settings as they are now whenever somebody comes back to the page. A page that lies open on a counter asks
 * nothing: on its way here it was told, and so is every page that is opened next.
 * @returns what ends it.
 */
export const watchSettings = (tell: (settings: Settings) => void): (() => void) => {
  let asking = false
  let isGone = false
  const look = async () => {
    if (asking || document.visibilityState === 'hidden') return
    asking = true
    try {
      const settings = await ask(getPublicSettings, {})
      if (!isGone) tell(settings)
    } catch {
      // Another backend has no such call, or there is no network: what the page was told stands.
    } finally {
      asking = false
    }
  }
  document.addEventListener('visibilitychange', look)
  // A second window beside this one takes the focus without hiding the page.
  window.addEventListener('focus', look)
  return () => {
    isGone = true
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }
}

/** What the page says of the business: as it was told on its way here, and as it has been changed since. */
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
