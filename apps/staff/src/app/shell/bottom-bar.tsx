import { Menu } from 'lucide-react'
import styles from './bottom-bar.module.css'
import { JoinMark } from './join-mark.tsx'
import { NavLink, useNavItems } from './nav-items.tsx'
import { SHELL } from './shell.texts.ts'

/** The main menu on phones, at the bottom of the screen. */
export function BottomBar({ onMenu, isOpening }: { onMenu: () => void; isOpening: boolean }) {
  const { search, tickets, account } = useNavItems()
  return (
    <nav aria-label={SHELL.main_menu} className={styles.bar}>
      {[search, tickets, account].map((item) => (
        <NavLink key={item.text} item={item} className={styles.item} currentClassName={styles.current} />
      ))}
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        data-going={isOpening || undefined}
        onClick={onMenu}
      >
        <Menu size={20} aria-hidden />
        <span>{SHELL.menu}</span>
        <JoinMark />
      </button>
    </nav>
  )
}
