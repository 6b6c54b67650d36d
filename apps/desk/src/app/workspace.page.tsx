import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Link } from '@podmoga/ui/lib/navigation'
import { SkipLink } from '@podmoga/ui/visually-hidden/visually-hidden'
import { Keyboard, MessagesSquare } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useMatch, useNavigate, useSearchParams } from 'react-router'
import { config } from '../lib/config.ts'
import { personHere } from '../session/live-token.ts'
import { UserMenu } from '../session/user-menu.tsx'
import { KeysDialog } from '../tickets/keys-dialog.tsx'
import { readView } from '../tickets/queue-view.ts'
import { TICKETS } from '../tickets/tickets.texts.ts'
import { useSingleKeys } from '../tickets/use-single-keys.ts'
import { Workspace } from '../tickets/workspace.tsx'
import { APP } from './app.texts.ts'
import { OfflineBar } from './offline-bar.tsx'
import { usePlace } from './place.tsx'
import { signOutHere } from './sign-out.ts'
import styles from './workspace-page.module.css'

const MAIN = 'main'

/** The bar over the desk and the desk itself. */
export function WorkspacePage() {
  const { me, call } = usePlace()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const ticketId = useMatch('/tickets/:ticketId')?.params.ticketId ?? null
  const [person] = useState(personHere)
  const [hasKeys, turnKeys] = useSingleKeys()
  const [areKeysShown, showKeys] = useState(false)
  useEffect(() => {
    if (ticketId === null) document.title = `${TICKETS.queue} · ${APP.product}`
  }, [ticketId])
  return (
    <div className={styles.page}>
      <SkipLink target={MAIN}>{APP.skip}</SkipLink>
      <header className={styles.bar}>
        <Link href="/" className={styles.brand}>
          <MessagesSquare size={22} aria-hidden />
          <span>{config.brand}</span>
          <span className={styles.product}>{APP.product}</span>
        </Link>
        <span className={styles.keys}>
          <IconButton label={TICKETS.keys} onClick={() => showKeys(true)}>
            <Keyboard size={20} aria-hidden />
          </IconButton>
        </span>
        <UserMenu
          name={me.first_name}
          image={me.image}
          onKeys={() => showKeys(true)}
          onSignOut={() => void signOutHere()}
        />
      </header>
      <OfflineBar />
      <main id={MAIN} tabIndex={-1} className={styles.main}>
        <Workspace
          call={call}
          person={person}
          author={me.first_name ?? APP.product}
          view={view}
          ticketId={ticketId}
          go={(path, options) => void navigate(path, options)}
          hasKeys={hasKeys}
          onKeys={() => showKeys(true)}
        />
      </main>
      {areKeysShown && <KeysDialog isOn={hasKeys} onSwitch={turnKeys} onClose={() => showKeys(false)} />}
    </div>
  )
}
