import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeptDesk } from '../lib/offline/use-kept-desk.ts'
import { useScope } from '../lib/scope.tsx'
import { useCommandKey } from '../lib/use-command-key.ts'
import { useHotkeys } from '../lib/use-hotkeys.ts'
import { useSingleKeys } from '../tickets/workspace/use-single-keys.ts'
import { Frame } from './frame.tsx'

// Loaded through the agents' section, which shares most of its modules, so that no section's first load is split for it.
const SectionPalette = lazyPart(async () => {
  const { loadPalette } = await import('./workspace.page.tsx')
  return (await loadPalette()).SectionPalette
})
const KeysDialog = lazyPart(() =>
  import('../tickets/workspace/keys-dialog.tsx').then((module) => module.KeysDialog),
)

const SignalsDialog = lazyPart(() =>
  import('../tickets/signals/signals-dialog.tsx').then((module) => module.SignalsDialog),
)

let settled: string | null = null

/** Sets up push for editors; for agents the workspace does it. Returns whether this person gets notifications at all. */
const usePush = (): boolean => {
  const { call, person, me } = useScope()
  const isOnlyEditor = me.roles.includes('editor') && !me.roles.includes('agent')
  useEffect(() => {
    if (!isOnlyEditor || settled === person) return
    settled = person
    void import('../tickets/signals/desk-push.ts')
      .then(({ settlePush }) => settlePush(call, person))
      .catch(() => null)
  }, [call, person, isOnlyEditor])
  useKeptDesk()
  return me.roles.some((role) => role === 'editor' || role === 'agent')
}

/** Wraps a page in the bar's frame with the global hotkeys, so that domain pages need not know about either. */
export const framed = (Page: ComponentType) =>
  function Framed() {
    const navigate = useNavigate()
    const [shown, show] = useState<'palette' | 'keys' | 'signals' | null>(null)
    const [hasKeys, turnKeys] = useSingleKeys()
    const hasSignals = usePush()
    const showKeys = () => show('keys')
    const close = () => show(null)
    useCommandKey(() => show('palette'))
    useHotkeys({ '?': showKeys, 'shift+slash': showKeys }, hasKeys)
    return (
      <>
        <Frame onKeys={showKeys} {...(hasSignals && { onSignals: () => show('signals') })}>
          <Page />
        </Frame>
        {shown === 'palette' && (
          <SectionPalette go={(path) => void navigate(path)} onKeys={showKeys} onClose={close} />
        )}
        {shown === 'keys' && <KeysDialog isOn={hasKeys} onSwitch={turnKeys} onClose={close} />}
        {shown === 'signals' && <SignalsDialog onClose={close} />}
      </>
    )
  }
