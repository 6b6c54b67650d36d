import { Avatar } from '@podmoga/ui/avatar/avatar'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { useTheme } from '@podmoga/ui/theme/theme'
import { authSiteUrl } from '@podmoga/web/session/leave'
import { Keyboard, LayoutGrid, LogOut, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import { SESSION } from './session.texts.ts'
import styles from './user-menu.module.css'

interface UserMenuProps {
  name: string | null
  image: string | null
  onKeys?: () => void
  onSignOut: () => void
}

/** «Клавиши», «Тема», «Вход и безопасность», «Интранет», «Выход». */
export function UserMenu({ name, image, onKeys, onSignOut }: UserMenuProps) {
  const [, choose] = useTheme()
  const navigate = useNavigate()
  const isDark = document.documentElement.dataset.theme === 'dark'
  const keys = { key: 'keys', label: SESSION.keys, icon: <Keyboard size={20} />, onAction: onKeys }
  return (
    <MenuButton
      menuLabel={SESSION.user_menu}
      label={name ?? SESSION.no_name}
      trigger={
        <>
          <Avatar name={name} image={image} />
          <span className={styles.name}>{name ?? SESSION.no_name}</span>
        </>
      }
      entries={[
        ...(onKeys === undefined ? [] : [keys]),
        {
          key: 'theme',
          label: isDark ? SESSION.theme_dark : SESSION.theme_light,
          icon: isDark ? <Moon size={20} /> : <Sun size={20} />,
          onAction: () => choose(isDark ? 'light' : 'dark'),
        },
        {
          key: 'security',
          label: SESSION.security,
          icon: <ShieldCheck size={20} />,
          onAction: () => void navigate('/security'),
        },
        {
          key: 'intranet',
          label: SESSION.intranet,
          icon: <LayoutGrid size={20} />,
          onAction: () => location.assign(authSiteUrl()),
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
