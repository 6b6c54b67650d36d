import { type AdminPerson, getAdminPerson } from '@podmoga/contract/desk/people'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { type Meanwhile, MeanwhilePart, saveUnlessChanged } from '../../lib/list-form/meanwhile.tsx'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { setPersonAccess } from '../business.mutations.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { accessOf, rebasedAccess, wireAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import { membershipsText } from './person-row.tsx'

/** Changes a person's restaurants and desk roles. */
export function AccessDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = useScope()
  const [access, setAccess] = useState(() => accessOf(person))
  /** The person's data that the form is based on. */
  const [seen, setSeen] = useState(person)
  const [news, setNews] = useState<Meanwhile | null>(null)
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const changed = await run(() =>
      saveUnlessChanged(
        () => setPersonAccess(call, person.id, wireAccess(access, seen)),
        async (text) => {
          const now = await call(getAdminPerson, { params: { personId: person.id } })
          setAccess((mine) => rebasedAccess(mine, accessOf(seen), accessOf(now)))
          setSeen(now)
          setNews({ text, lines: [`${PEOPLE.access}: ${membershipsText(now)}`] })
        },
      ),
    )
    if (changed !== null) onClose()
  }
  return (
    <Dialog title={PEOPLE.access} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} onSubmit={submit}>
        <AccessFields access={access} onChange={setAccess} />
        <MeanwhilePart
          news={news}
          onTake={() => {
            setNews(null)
            setAccess(accessOf(seen))
          }}
        />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
