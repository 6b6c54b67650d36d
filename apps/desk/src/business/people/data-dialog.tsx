import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { erasePerson, exportPersonData } from './data.api.ts'
import { DATA } from './data.texts.ts'
import { nameOf } from './person-row.tsx'

/** Exports a person's data as an archive, or erases it. */
export function DataDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const name = nameOf(person)
  const download = async () => {
    const made = await run(() => exportPersonData(call, person.id))
    if (made !== null) location.assign(made.url)
  }
  const erase = async () => {
    if ((await run(() => erasePerson(call, person.id))) === null) return
    toast.success({ title: DATA.erased(name) })
    onClose()
  }
  return (
    <Dialog title={DATA.title(name)} onClose={onClose} isDismissable={!isPending}>
      <div className={styles.form}>
        <p>{DATA.text}</p>
        <Button variant="secondary" isPending={isPending} onClick={() => void download()}>
          {DATA.download}
        </Button>
        <p>{DATA.erase_text}</p>
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {BUSINESS.cancel}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void erase()}>
            {DATA.erase}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
