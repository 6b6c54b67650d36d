import { Dialog } from '@podmoga/ui/dialog/dialog'
import { Select } from '@podmoga/ui/select/select'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { addToRestaurants } from '../business.mutations.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import type { Access } from './access.ts'
import { AccessFields } from './access-fields.tsx'

const NOTHING: Access = { restaurants: [], is_manager: false, desk_roles: [] }
const MODES = ['add', 'remove'] as const

interface BulkDialogProps {
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Adds restaurants and roles to many people, or removes them; unticked ones stay unchanged. */
export function BulkDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { call } = useScope()
  const [mode, setMode] = useState<(typeof MODES)[number]>('add')
  const [access, setAccess] = useState(NOTHING)
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const restaurants = [...access.restaurants]
    const desk = [...access.desk_roles]
    const role = access.is_manager ? ('manager' as const) : ('staff' as const)
    const what =
      mode === 'add' ? { add: restaurants, role, desk_add: desk } : { remove: restaurants, desk_remove: desk }
    const changed = await run(() => addToRestaurants(call, { ids: [...ids], ...what }))
    if (changed === null) return
    toast.success({ title: PEOPLE.bulk_changed(changed.changed) })
    onDone()
    onClose()
  }
  return (
    <Dialog
      title={`${PEOPLE.access}. ${PEOPLE.selected(ids.length)}`}
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form className={styles.form} onSubmit={submit}>
        <Select
          label={PEOPLE.bulk_mode}
          options={MODES.map((key) => ({ key, name: PEOPLE.bulk_modes[key] }))}
          value={mode}
          onChange={(event) => setMode(event.target.value === 'remove' ? 'remove' : 'add')}
        />
        <AccessFields access={access} onChange={setAccess} />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
