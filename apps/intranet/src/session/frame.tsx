import { Mail, MessagesSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'
import { useSettings } from './use-settings.ts'

/** Frame of every page of this site: the brand and the support contacts. */
export function Frame({ children }: { children: ReactNode }) {
  const { brand, logo_url, support_phone, support_email } = useSettings()
  const hasHelp = support_phone !== '' || support_email !== ''
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        {logo_url === null ? (
          <MessagesSquare size={24} aria-hidden />
        ) : (
          <img src={logo_url} alt="" width={24} height={24} />
        )}
        {brand}
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        {hasHelp && (
          <p className={styles.help}>
            <span>{SESSION.no_help}</span>
            {support_phone !== '' && (
              <a href={`tel:${support_phone.replace(/[^+\d]/g, '')}`}>
                <Phone size={16} aria-hidden />
                {support_phone}
              </a>
            )}
            {support_email !== '' && (
              <a href={`mailto:${support_email}`}>
                <Mail size={16} aria-hidden />
                {support_email}
              </a>
            )}
          </p>
        )}
        <p>{SESSION.footer(brand)}</p>
      </footer>
    </div>
  )
}
