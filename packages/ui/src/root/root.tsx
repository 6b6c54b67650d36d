import { type ReactNode, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components'
import { type Navigation, NavigationProvider } from '../lib/navigation.tsx'
import { prepareAnnouncer } from '../live-region/live-region.tsx'

/** Wraps an app once: Russian strings whatever the browser's language (only those are bundled), in-app links, the live region. */
export function UiRoot({ navigation, children }: { navigation: Navigation; children: ReactNode }) {
  useEffect(prepareAnnouncer, [])
  return (
    <I18nProvider locale="ru-RU">
      <NavigationProvider navigation={navigation}>{children}</NavigationProvider>
    </I18nProvider>
  )
}
