import { Chip } from '@podmoga/ui/chip/chip'
import { authSiteUrl } from '@podmoga/web/session/leave'
import { Building2, Headset, LayoutDashboard, Network, ShoppingBag, UsersRound } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { useSettings } from '../../lib/settings.ts'
import styles from './app-links.module.css'
import { SHELL } from './shell.texts.ts'

// Absolute URLs: these paths of the same origin are not routes of this app.
const absolute = (url: string): string => new URL(url, location.origin).href

const SOON_ICONS = [UsersRound, Headset, Network]

/** Links to the business's other apps; those not available yet are plain text. */
export function AppLinks({ layout }: { layout: 'tiles' | 'rows' }) {
  const { restaurantId } = useScope()
  const { panel_url, marketplace_url } = useSettings()
  const links = [
    { text: SHELL.intranet, icon: Building2, href: authSiteUrl() },
    {
      text: SHELL.panel,
      icon: LayoutDashboard,
      href: absolute(panel_url.replace('{restaurantId}', encodeURIComponent(restaurantId))),
    },
    {
      text: SHELL.marketplace,
      icon: ShoppingBag,
      href: marketplace_url === '' ? null : absolute(marketplace_url),
    },
  ]
  return (
    <ul className={styles[layout]}>
      {links.map(({ text, icon: Icon, href }) => (
        <li key={text}>
          {href === null ? (
            <span className={styles.inert}>
              <Icon size={20} aria-hidden />
              {text}
            </span>
          ) : (
            <a className={styles.link} href={href}>
              <Icon size={20} aria-hidden />
              {text}
            </a>
          )}
        </li>
      ))}
      {SHELL.soon_apps.map((text, index) => {
        const Icon = SOON_ICONS[index] ?? Network
        return (
          <li key={text}>
            <span className={styles.inert}>
              <Icon size={20} aria-hidden />
              <span className={styles.name}>{text}</span>
              <Chip className={styles.soon ?? ''}>{SHELL.soon}</Chip>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
