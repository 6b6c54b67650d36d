import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { type FormEvent, useState } from 'react'
import { InsertActions } from './insert-actions.tsx'
import { KB } from './knowledge.texts.ts'

/** Where a link leads: to a material by its id, or to an address. */
export type LinkTarget = { material: string; title: string } | { href: string }

interface LinkDialogProps {
  /** What the link under the cursor leads to now. */
  now: { material: string | null; href: string | null } | null
  materials: readonly { id: string; title: string }[]
  onSubmit: (target: LinkTarget) => void
  onRemove: () => void
  onClose: () => void
}

const TEXTS = {
  title: 'Ссылка',
  to: 'Куда ведёт',
  material: 'На материал',
  web: 'На сайт',
  pick: 'Материал',
  address: 'Адрес',
  no_material: 'Выберите материал.',
  bad_address: 'Нужен полный адрес: https://…, mailto:… или tel:…',
  remove: 'Убрать ссылку',
} as const

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S+$/i
const withScheme = (text: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? `https://${text}` : text

/** Where a link leads: a material of the base, or an address of the web. */
export function LinkDialog({ now, materials, onSubmit, onRemove, onClose }: LinkDialogProps) {
  const isWeb = now !== null && now.material === null
  const [tab, setTab] = useState<'material' | 'web'>(isWeb ? 'web' : 'material')
  const [material, setMaterial] = useState(now?.material ?? null)
  const [href, setHref] = useState(isWeb ? (now.href ?? '') : '')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside a portal tells the editor's form too.
    event.stopPropagation()
    if (tab === 'material') {
      const chosen = materials.find(({ id }) => id === material)
      if (chosen === undefined) setError(TEXTS.no_material)
      else onSubmit({ material: chosen.id, title: chosen.title })
      return
    }
    const address = withScheme(href.trim())
    if (ADDRESS.test(address)) onSubmit({ href: address })
    else setError(TEXTS.bad_address)
  }
  return (
    <Dialog title={TEXTS.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Tabs
          label={TEXTS.to}
          tabs={[
            { key: 'material', label: TEXTS.material },
            { key: 'web', label: TEXTS.web },
          ]}
          selected={tab}
          onSelect={(next) => {
            setTab(next)
            setError(undefined)
          }}
        >
          {tab === 'material' ? (
            <Picker
              label={TEXTS.pick}
              items={materials.map(({ id, title }) => ({ key: id, name: title }))}
              value={material}
              error={error}
              onChange={(id) => {
                setMaterial(id)
                setError(undefined)
              }}
            />
          ) : (
            <TextField
              label={TEXTS.address}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={href}
              error={error}
              onChange={(event) => {
                setHref(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Tabs>
        <InsertActions
          remove={now === null ? null : TEXTS.remove}
          submit={KB.save}
          onRemove={onRemove}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
