import { IconLink } from '@podmoga/ui/icon-button/icon-button'
import { PopoverButton } from '@podmoga/ui/popover/popover-button'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { LayoutGrid, Mail, Phone } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { useSettings } from '../../lib/settings.ts'
import { RestaurantSelect } from '../../session/restaurant-select.tsx'
import { StaffMenu } from '../../session/staff-menu.tsx'
import { AppLinks } from './app-links.tsx'
import { MenuToggle } from './menu-toggle.tsx'
import { NavLink, useNavItems } from './nav-items.tsx'
import { SHELL } from './shell.texts.ts'
import styles from './top-bar.module.css'
import { usePerson } from './use-person.ts'

export interface BarProps {
  onRestaurant: (id: string) => void
  onSignOut: () => void
}

const telOf = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** The top bar, from 768 px up. */
export function TopBar({ onRestaurant, onSignOut }: BarProps) {
  const { restaurantId } = useScope()
  const { search, tickets } = useNavItems()
  const { brand, logo_url, support_phone } = useSettings()
  const person = usePerson()
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <PopoverButton
          variant="icon"
          label={SHELL.apps}
          popoverLabel={SHELL.apps}
          trigger={<LayoutGrid size={20} aria-hidden />}
        >
          <AppLinks layout="tiles" />
        </PopoverButton>
        {logo_url !== null && <img className={styles.logo} src={logo_url} alt="" width={32} height={32} />}
        <span className={styles.brand}>{brand}</span>
        <nav aria-label={SHELL.main_menu} className={styles.nav}>
          <NavLink item={search} className={styles.link} currentClassName={styles.current} />
          <NavLink item={tickets} className={styles.link} currentClassName={styles.current} />
        </nav>
        {support_phone !== '' && (
          // The number stays the link's name even when it does not fit.
          <a className={styles.phone} href={telOf(support_phone)} aria-label={support_phone}>
            <Phone size={20} aria-hidden />
            <span>{support_phone}</span>
          </a>
        )}
        <RestaurantSelect onSelect={onRestaurant} />
        {person.isPending ? (
          <span className={styles.person}>
            <Skeleton shape="circle" width={32} />
            <Skeleton width={80} />
          </span>
        ) : (
          <StaffMenu
            name={person.name}
            image={person.image}
            profileHref={paths.profile(restaurantId)}
            onSignOut={onSignOut}
          />
        )}
      </div>
    </header>
  )
}

/** The top bar on phones. Where there is no bottom bar, it has the button of the main menu. */
export function PhoneBar({
  onRestaurant,
  onMenu,
  isOpening,
}: {
  onRestaurant: (id: string) => void
  onMenu?: () => void
  isOpening: boolean
}) {
  const { support_phone, support_email } = useSettings()
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {onMenu && (
          <nav aria-label={SHELL.main_menu} className={styles.menu}>
            <MenuToggle onPress={onMenu} isOpening={isOpening} />
          </nav>
        )}
        <div className={styles.place}>
          <RestaurantSelect onSelect={onRestaurant} />
        </div>
        {support_phone !== '' && (
          <IconLink label={SHELL.phone} href={telOf(support_phone)}>
            <Phone size={20} aria-hidden />
          </IconLink>
        )}
        {support_email !== '' && (
          <IconLink label={SHELL.email} href={`mailto:${support_email}`}>
            <Mail size={20} aria-hidden />
          </IconLink>
        )}
      </div>
    </header>
  )
}
