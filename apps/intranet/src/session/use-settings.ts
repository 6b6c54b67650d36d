import { getPublicSettings, type Settings } from '@podmoga/contract/settings'
import { config } from '@podmoga/web/config'
import { ask } from '@podmoga/web/session/ask'
import { createContext, use, useEffect, useState } from 'react'

/** How often a page that somebody looks at asks what the business calls itself now. */
const ASK_MS = 1500

/** What the page begins with: as it was told, or, where the server draws it, as it will be. */
export const SettingsAtFirst = createContext<Settings>(config)

/** What the page says of the business: as it was told on its way here, and as it has been changed since. */
export const useSettings = (): Settings => {
  const [settings, setSettings] = useState(use(SettingsAtFirst))
  useEffect(() => {
    let isGone = false
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const said = await ask(getPublicSettings, {})
        if (!isGone)
          setSettings((before) => (JSON.stringify(before) === JSON.stringify(said) ? before : said))
      } catch {
        // Another backend has no such call, or there is no network: what the page was told stands.
      }
    }
    const timer = setInterval(() => void look(), ASK_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [])
  return settings
}
