import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { useForm } from '@podmoga/web/use-form'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { KB } from '../knowledge.texts.ts'
import { InsertActions } from './insert-actions.tsx'

/** Target of a link: a material by its id, or a URL. */
export type LinkTarget = { material: string; title: string } | { href: string }

interface LinkDialogProps {
  /** Current target of the link under the cursor. */
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

const FORMS: Record<'material' | 'web', z.ZodType<LinkTarget>> = {
  material: z
    .object({ material: z.object({ id: z.string(), title: z.string() }, { error: TEXTS.no_material }) })
    .transform(({ material: { id, title } }) => ({ material: id, title })),
  web: z.object({
    href: z
      .string()
      .transform((text) => withScheme(text.trim()))
      .pipe(z.string().regex(ADDRESS, { error: TEXTS.bad_address })),
  }),
}

/** Chooses the target of a link: a material of the knowledge base, or a URL. */
export function LinkDialog({ now, materials, onSubmit, onRemove, onClose }: LinkDialogProps) {
  const isWeb = now !== null && now.material === null
  const [tab, setTab] = useState<keyof typeof FORMS>(isWeb ? 'web' : 'material')
  const start = { material: now?.material ?? null, href: isWeb ? (now.href ?? '') : '' }
  const { form, values, set, restart, errorOf, bind, submit } = useForm(FORMS[tab], start, {
    toBody: ({ material, href }) => ({ href, material: materials.find(({ id }) => id === material) }),
  })
  const give = (event: FormEvent) => {
    // React events bubble from a portal to the editor's form.
    event.stopPropagation()
    submit(event, onSubmit)
  }
  return (
    <Dialog title={TEXTS.title} onClose={onClose}>
      <form ref={form} onSubmit={give} noValidate>
        <Tabs
          label={TEXTS.to}
          tabs={[
            { key: 'material', label: TEXTS.material },
            { key: 'web', label: TEXTS.web },
          ]}
          selected={tab}
          onSelect={(next) => {
            setTab(next)
            restart(values)
          }}
        >
          {tab === 'material' ? (
            <Picker
              label={TEXTS.pick}
              items={materials.map(({ id, title }) => ({ key: id, name: title }))}
              value={values.material}
              error={errorOf('material')}
              onChange={(material) => set({ material })}
            />
          ) : (
            <TextField
              {...bind('href')}
              label={TEXTS.address}
              type="url"
              inputMode="url"
              placeholder="https://"
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
