import { authSiteUrl } from '@podmoga/web/session/leave'
import { UserMenu } from '@podmoga/web/user-menu'
import { Store, UserRound } from 'lucide-react'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

interface StaffMenuProps {
  /** First name; null when the profile could not be loaded. */
  name: string | null
  image: string | null
  profileHref: string
  onSignOut: () => void
}

/** «Мой аккаунт», «Все рестораны», «Тема», «Выход». */
export function StaffMenu({ profileHref, ...person }: StaffMenuProps) {
  return (
    <UserMenu
      {...person}
      label={person.name ?? SESSION.no_name}
      className={styles.name}
      entries={[
        { key: 'account', label: SESSION.account, icon: <UserRound size={20} />, href: profileHref },
        {
          key: 'restaurants',
          label: SESSION.all_restaurants,
          icon: <Store size={20} />,
          href: authSiteUrl(),
        },
      ]}
    />
  )
}
