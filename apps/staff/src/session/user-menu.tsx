import { Avatar } from '@podmoga/ui/avatar/avatar'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { useTheme } from '@podmoga/ui/theme/theme'
import { authSiteUrl } from '@podmoga/web/session/leave'
import { LogOut, Moon, Store, Sun, UserRound } from 'lucide-react'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

/** The other of the two themes, and how the present one is called. */
export function useThemeSwitch() {
  const [, choose] = useTheme()
  const isDark = document.documentElement.dataset.theme === 'dark'
  return {
    isDark,
    label: isDark ? SESSION.theme_dark : SESSION.theme_light,
    toggle: () => choose(isDark ? 'light' : 'dark'),
  }
}

interface UserMenuProps {
  /** First name; null when the profile could not be loaded. */
  name: string | null
  image: string | null
  profileHref: string
  onSignOut: () => void
}

/** «Мой аккаунт», «Все рестораны», «Тема», «Выход». */
export function UserMenu({ name, image, profileHref, onSignOut }: UserMenuProps) {
  const theme = useThemeSwitch()
  return (
    <MenuButton
      menuLabel={SESSION.user_menu}
      label={name ?? SESSION.no_name}
      trigger={
        <>
          <Avatar name={name} image={image} />
          {name !== null && <span className={styles.name}>{name}</span>}
        </>
      }
      entries={[
        { key: 'account', label: SESSION.account, icon: <UserRound size={20} />, href: profileHref },
        {
          key: 'restaurants',
          label: SESSION.all_restaurants,
          icon: <Store size={20} />,
          href: authSiteUrl(),
        },
        {
          key: 'theme',
          label: theme.label,
          icon: theme.isDark ? <Moon size={20} /> : <Sun size={20} />,
          onAction: theme.toggle,
        },
        {
          key: 'logout',
          label: SESSION.logout,
          icon: <LogOut size={20} />,
          onAction: onSignOut,
          isApart: true,
        },
      ]}
    />
  )
}
