import { type AdminPerson, setPersonAccess } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../app/place.tsx'
import { AccessFields, accessOf, wireAccess } from './access-fields.tsx'
import styles from './business.module.css'
import { BUSINESS, PEOPLE } from './business.texts.ts'
import { useDeed } from './use-deed.ts'

/** Changes where a person works and what they do at the desk. */
export function AccessDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = usePlace()
  const [access, setAccess] = useState(() => accessOf(person))
  const { run, isPending, problem } = useDeed({ isInForm: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = wireAccess(access)
    const changed = await run(() => call(setPersonAccess, { params: { personId: person.id }, body }))
    if (changed !== null) onClose()
  }
  return (
    <Dialog title={PEOPLE.access} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} onSubmit={submit}>
        <AccessFields access={access} onChange={setAccess} />
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {BUSINESS.cancel}
          </Button>
          <Button type="submit" isPending={isPending}>
            {BUSINESS.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
