import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { groupRestaurants } from '../business.mutations.ts'
import { BUSINESS, PEOPLE, RESTAURANTS } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { typedGroups } from './typed-groups.ts'

interface GroupsDialogProps {
  ids: readonly string[]
  known: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Adds the selected restaurants to groups and removes them from groups. */
export function GroupsDialog({ ids, known, onDone, onClose }: GroupsDialogProps) {
  const { call } = useScope()
  const [add, setAdd] = useState('')
  const [remove, setRemove] = useState('')
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ids: [...ids], add: typedGroups(add), remove: typedGroups(remove) }
    const done = await run(() => groupRestaurants(call, body))
    if (done === null) return
    toast.success({ title: RESTAURANTS.bulk_changed(done.changed) })
    onDone()
    onClose()
  }
  return (
    <Dialog
      title={`${RESTAURANTS.bulk_groups}. ${PEOPLE.selected(ids.length)}`}
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form className={styles.form} onSubmit={submit}>
        {known.length > 0 && <p className="t-muted">{RESTAURANTS.known_groups(known)}</p>}
        <TextField
          label={RESTAURANTS.bulk_add}
          hint={RESTAURANTS.groups_hint}
          value={add}
          onChange={(event) => setAdd(event.target.value)}
        />
        <TextField
          label={RESTAURANTS.bulk_remove}
          value={remove}
          onChange={(event) => setRemove(event.target.value)}
        />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
