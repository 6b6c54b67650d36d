import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { cx } from '@podmoga/ui/lib/cx'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useIsPhone } from '@podmoga/ui/lib/use-media'
import { SkipLink } from '@podmoga/ui/visually-hidden/visually-hidden'
import { OfflineBar } from '@podmoga/web/offline-bar'
import { type ReactNode, useState, useTransition } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useSettings } from '../../lib/settings.ts'
import { useKeyboard } from '../../lib/use-keyboard.ts'
import { BottomBar } from './bottom-bar.tsx'
import { loadSideMenu } from './load-side-menu.tsx'
import styles from './shell.module.css'
import { SHELL } from './shell.texts.ts'
import { supportHours } from './support-hours.ts'
import { type BarProps, PhoneBar, TopBar } from './top-bar.tsx'
import { useProfileAlarm } from './use-person.ts'

const SideMenu = lazyPart(loadSideMenu)

const MAIN = 'main'

/** The frame of every page: bars, skip link, toasts, footer. */
export function Shell({ onRestaurant, onSignOut, children }: BarProps & { children: ReactNode }) {
  const isPhone = useIsPhone()
  const { pathname, key } = useLocation()
  const isKeyboardUp = useKeyboard()
  // A navigation from the menu closes it, and Back does not reopen it.
  const [menuAt, setMenuAt] = useState<string | null>(null)
  if (menuAt !== null && menuAt !== key) setMenuAt(null)
  // A transition: the press shows before the menu is rendered.
  const [isOpening, startOpening] = useTransition()
  const openMenu = () => startOpening(() => setMenuAt(key))
  useProfileAlarm()
  const settings = useSettings()
  const hours = supportHours(settings, new Date())
  const isAt = (name: keyof typeof STAFF_PAGES) => matchPath(STAFF_PAGES[name], pathname) !== null
  const isConversation = isAt('ticket') && !isAt('newTicket')
  // These pages have their own bar at the bottom.
  const hasBottomBar = isPhone && !isAt('ticket') && !isAt('device')
  const bar = { onRestaurant, onSignOut }
  return (
    <div className={cx(styles.shell, isConversation && styles.fixed, hasBottomBar && styles.withBottomBar)}>
      <SkipLink target={MAIN}>{SHELL.skip}</SkipLink>
      {isPhone ? (
        <PhoneBar
          onRestaurant={onRestaurant}
          isOpening={isOpening}
          {...(hasBottomBar ? {} : { onMenu: openMenu })}
        />
      ) : (
        <TopBar {...bar} />
      )}
      <OfflineBar className={styles.network} />
      <main id={MAIN} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={isPhone || isConversation ? 'visually-hidden' : styles.footer}>
        {SHELL.footer(settings.brand)}
        {hours !== null && ` ${hours}.`}
      </footer>
      {hasBottomBar && !isKeyboardUp && <BottomBar onMenu={openMenu} isOpening={isOpening} />}
      {isPhone && menuAt === key && <SideMenu {...bar} onClose={() => setMenuAt(null)} />}
    </div>
  )
}
