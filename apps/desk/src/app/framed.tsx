import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommandKey } from '../lib/use-command-key.ts'
import { useHotkeys } from '../lib/use-hotkeys.ts'
import { useSingleKeys } from '../tickets/workspace/use-single-keys.ts'
import { Frame } from './frame.tsx'

// By way of the agents' section, which shares most of what the palette needs: no section's first screen is cut up for it.
const SectionPalette = lazy(async () => {
  const { loadPalette } = await import('./workspace.page.tsx')
  return { default: (await loadPalette()).SectionPalette }
})
const KeysDialog = lazyPart(() =>
  import('../tickets/workspace/keys-dialog.tsx').then((module) => module.KeysDialog),
)

/** A page that stands in the bar's frame as it is, with the keys of the whole desk: no page of a domain knows either. */
export const framed = (Page: ComponentType) =>
  function Framed() {
    const navigate = useNavigate()
    const [shown, show] = useState<'palette' | 'keys' | null>(null)
    const [hasKeys, turnKeys] = useSingleKeys()
    const showKeys = () => show('keys')
    const close = () => show(null)
    useCommandKey(() => show('palette'))
    useHotkeys({ '?': showKeys, 'shift+slash': showKeys }, hasKeys)
    return (
      <>
        <Frame onKeys={showKeys}>
          <Page />
        </Frame>
        <Suspense>
          {shown === 'palette' && (
            <SectionPalette go={(path) => void navigate(path)} onKeys={showKeys} onClose={close} />
          )}
          {shown === 'keys' && <KeysDialog isOn={hasKeys} onSwitch={turnKeys} onClose={close} />}
        </Suspense>
      </>
    )
  }
