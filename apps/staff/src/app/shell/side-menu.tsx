import { Avatar } from '@podmoga/ui/avatar/avatar'
import { Badge } from '@podmoga/ui/badge/badge'
import { SideSheet } from '@podmoga/ui/side-sheet/side-sheet'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { authSiteUrl } from '@podmoga/web/session/leave'
import { useThemeSwitch } from '@podmoga/web/user-menu'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Mail, Phone, Store, UsersRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useSettings } from '../../lib/settings.ts'
import { joinRequestsQuery, membershipsQuery } from '../../session/memberships.api.ts'
import { RestaurantSelect } from '../../session/restaurant-select.tsx'
import { SESSION } from '../../session/session.texts.ts'
import { AppLinks } from './app-links.tsx'
import { NavLink, useNavItems } from './nav-items.tsx'
import { SHELL } from './shell.texts.ts'
import styles from './side-menu.module.css'
import { supportHours } from './support-hours.ts'
import type { BarProps } from './top-bar.tsx'
import { usePerson } from './use-person.ts'

function Face() {
  const { name, image, isPending } = usePerson()
  return (
    <span className={styles.face}>
      {isPending ? <Skeleton shape="circle" width={40} /> : <Avatar name={name} image={image} size="m" />}
      {isPending ? <Skeleton width={80} /> : <span className={styles.name}>{name}</span>}
    </span>
  )
}

/** For users who manage a restaurant's people: a link to the desk, with the number of join requests. */
function PeopleLink() {
  const scope = useScope()
  const { data } = useQuery(membershipsQuery(scope))
  const managesPeople = data?.desk_roles.some((role) => role === 'manager' || role === 'admin') === true
  const { data: asking } = useQuery({ ...joinRequestsQuery(scope), enabled: managesPeople })
  if (!managesPeople) return null
  const count = asking?.results.length ?? 0
  return (
    <a className={styles.row} href="/desk/admin/people">
      <UsersRound size={20} aria-hidden />
      <span aria-hidden={count > 0}>{SHELL.people}</span>
      <Badge count={count} />
      {count > 0 && <VisuallyHidden>{SHELL.people_asking(count)}</VisuallyHidden>}
    </a>
  )
}

interface SideMenuProps extends BarProps {
  /** Rows that features add. */
  rows: readonly ComponentType<{ className: string | undefined }>[]
  onClose: () => void
}

/** The phone's menu: everything the desktop bar offers. Closes after each choice. */
export function SideMenu({ rows, onRestaurant, onSignOut, onClose }: SideMenuProps) {
  const items = useNavItems()
  const settings = useSettings()
  const hours = supportHours(settings, new Date())
  const theme = useThemeSwitch()
  const link = { className: styles.row, currentClassName: styles.current }
  return (
    <SideSheet label={SHELL.menu} isOpen onClose={onClose} head={<Face />}>
      <div className={styles.body}>
        <RestaurantSelect onSelect={onRestaurant} />
        <nav aria-label={SHELL.main_menu}>
          <NavLink item={items.search} {...link} />
          <NavLink item={items.tickets} {...link} />
          <NavLink item={items.account} {...link} />
          <PeopleLink />
          <a className={styles.row} href={authSiteUrl()}>
            <Store size={20} aria-hidden />
            {SESSION.all_restaurants}
          </a>
        </nav>
        <hr className={styles.line} />
        {rows.map((Row, nth) => (
          <Row key={String(nth)} className={styles.row} />
        ))}
        <button type="button" className={styles.row} onClick={theme.onAction}>
          {theme.icon}
          {theme.label}
        </button>
        <button type="button" className={styles.row} onClick={onSignOut}>
          <LogOut size={20} aria-hidden />
          {SESSION.logout}
        </button>
        <hr className={styles.line} />
        {settings.support_phone !== '' && (
          <a className={styles.row} href={`tel:${settings.support_phone.replace(/[^+\d]/g, '')}`}>
            <Phone size={20} aria-hidden />
            {settings.support_phone}
          </a>
        )}
        {settings.support_email !== '' && (
          <a className={styles.row} href={`mailto:${settings.support_email}`}>
            <Mail size={20} aria-hidden />
            {settings.support_email}
          </a>
        )}
        <hr className={styles.line} />
        <AppLinks layout="rows" />
        {hours !== null && <p className={styles.legal}>{hours}</p>}
        <p className={styles.legal}>{SHELL.footer(settings.brand)}</p>
      </div>
    </SideSheet>
  )
}
