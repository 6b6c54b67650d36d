import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useSearchParams } from '@podmoga/web/router'
import { personHere } from '@podmoga/web/session/stored-session'
import { Keyboard } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { useKeptDesk } from '../lib/offline/use-kept-desk.ts'
import { useScope } from '../lib/scope.tsx'
import { useTitle } from '../lib/use-title.ts'
import { readView } from '../tickets/queue/queue-view.ts'
import { TICKETS } from '../tickets/tickets.texts.ts'
import { useSingleKeys } from '../tickets/workspace/use-single-keys.ts'
import { Workspace } from '../tickets/workspace/workspace.tsx'
import { APP } from './app.texts.ts'
import { FEATURES } from './features.ts'
import { Frame } from './frame.tsx'
import styles from './workspace-page.module.css'

const KeysDialog = lazyPart(() =>
  import('../tickets/workspace/keys-dialog.tsx').then((module) => module.KeysDialog),
)
const SignalsDialog = lazyPart(() =>
  import('../tickets/signals/signals-dialog.tsx').then((module) => module.SignalsDialog),
)

/** Loads the palettes of this section and of all others. */
export const loadPalette = async () => {
  const menus = FEATURES.flatMap(({ menu }) => (menu === undefined ? [] : [menu()]))
  const [{ makePalettes }, ...known] = await Promise.all([import('./desk-palette.tsx'), ...menus])
  return makePalettes(known)
}

const DeskPalette = lazyPart(() => loadPalette().then((module) => module.DeskPalette))

/** The agents' section: the queue and a ticket. */
export function WorkspacePage() {
  const { me, call } = useScope()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const ticketId = useMatch('/tickets/:ticketId')?.params.ticketId ?? null
  const [person] = useState(personHere)
  const [hasKeys, turnKeys] = useSingleKeys()
  const [areKeysShown, showKeys] = useState(false)
  const [areSignalsShown, showSignals] = useState(false)
  useKeptDesk()
  useTitle(ticketId === null ? TICKETS.queue : null)
  const keys = (
    <span className={styles.keys}>
      <IconButton label={TICKETS.keys} onClick={() => showKeys(true)}>
        <Keyboard size={20} aria-hidden />
      </IconButton>
    </span>
  )
  return (
    <>
      <Frame tools={keys} onKeys={() => showKeys(true)} onSignals={() => showSignals(true)}>
        <Workspace
          call={call}
          person={person}
          me={me.id}
          author={me.first_name ?? APP.product}
          view={view}
          ticketId={ticketId}
          go={(path, options) => void navigate(path, options)}
          hasKeys={hasKeys}
          onKeys={() => showKeys(true)}
          Palette={DeskPalette}
        />
      </Frame>
      {areKeysShown && <KeysDialog isOn={hasKeys} onSwitch={turnKeys} onClose={() => showKeys(false)} />}
      {areSignalsShown && <SignalsDialog onClose={() => showSignals(false)} />}
    </>
  )
}
