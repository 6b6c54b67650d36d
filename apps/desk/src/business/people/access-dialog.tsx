import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { setPersonAccess } from '../business.mutations.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { accessOf, wireAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'

/** Changes where a person works and what they do at the desk. */
export function AccessDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = useScope()
  const [access, setAccess] = useState(() => accessOf(person))
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = wireAccess(access, person)
    const changed = await run(() => setPersonAccess(call, person.id, body))
    if (changed !== null) onClose()
  }
  return (
    <Dialog title={PEOPLE.access} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} onSubmit={submit}>
        <AccessFields access={access} onChange={setAccess} />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
