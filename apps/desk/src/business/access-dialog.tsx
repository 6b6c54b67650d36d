import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { accessOf, wireAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import styles from './business.module.css'
import { BUSINESS, PEOPLE } from './business.texts.ts'
import { setPersonAccess } from './deeds.api.ts'
import { FormFoot } from './form-foot.tsx'
import { useDeed } from './use-deed.ts'

/** Changes where a person works and what they do at the desk. */
export function AccessDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = usePlace()
  const [access, setAccess] = useState(() => accessOf(person))
  const { run, isPending, problem } = useDeed({ isInForm: true })
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
