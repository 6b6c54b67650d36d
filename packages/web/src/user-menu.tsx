import { Avatar } from '@podmoga/ui/avatar/avatar'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import type { MenuEntry } from '@podmoga/ui/menu/menu-overlay'
import { useTheme } from '@podmoga/ui/theme/theme'
import { LogOut, Moon, Sun } from 'lucide-react'

const TEXTS = {
  menu: 'Меню пользователя',
  theme_light: 'Тема: светлая',
  theme_dark: 'Тема: тёмная',
  sign_out: 'Выход',
} as const

/** A menu entry that shows the current theme and switches to the other. */
export function useThemeSwitch(): MenuEntry {
  const [, choose] = useTheme()
  const isDark = document.documentElement.dataset.theme === 'dark'
  return {
    key: 'theme',
    label: isDark ? TEXTS.theme_dark : TEXTS.theme_light,
    icon: isDark ? <Moon size={20} /> : <Sun size={20} />,
    onAction: () => choose(isDark ? 'light' : 'dark'),
  }
}

interface UserMenuProps {
  /** The accessible name of the button. */
  label: string
  /** Shown next to the picture, styled by `className`; null if unknown. */
  name: string | null
  className: string | undefined
  image: string | null
  /** The app's own entries; the theme and sign-out entries follow. */
  entries: readonly MenuEntry[]
  onSignOut: () => void
}

/** The user menu in the bar of an app. */
export function UserMenu({ label, name, className, image, entries, onSignOut }: UserMenuProps) {
  const theme = useThemeSwitch()
  return (
    <MenuButton
      menuLabel={TEXTS.menu}
      label={label}
      trigger={
        <>
          <Avatar name={name} image={image} />
          {name !== null && <span className={className}>{name}</span>}
        </>
      }
      entries={[
        ...entries,
        theme,
        {
          key: 'logout',
          label: TEXTS.sign_out,
          icon: <LogOut size={20} />,
          onAction: onSignOut,
          isApart: true,
        },
      ]}
    />
  )
}
