import { TABLE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { Progress } from '@podmoga/ui/progress/progress'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useKeptWords } from '../../lib/use-kept-words.ts'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { checkPeopleImport } from '../business.mutations.ts'
import { useAddressFilter } from '../people/use-address-filter.ts'
import { IMPORT } from './import.texts.ts'
import { ImportPart } from './import-part.tsx'

/** Imports people from a file: checks it first, shows the outcome of every row, and imports after confirmation. */
export function ImportPage() {
  const { call } = useScope()
  const { filter, set } = useAddressFilter(['file'])
  // Remembered, so that an unfinished import, which continues on the server, is found from the menu too.
  const [left, keep] = useKeptWords('people-import')
  const [id, setId] = useState(filter.file || left)
  const show = (next: string) => {
    setId(next)
    set('file', next)
    keep(next)
  }
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const read = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const made = await run(() => checkPeopleImport(call, file))
    if (made !== null) show(made.id)
  }
  return (
    <AdminPage title={IMPORT.title}>
      {id !== '' ? (
        <ImportPart key={id} id={id} onOver={() => keep('')} onAnother={() => show('')} />
      ) : (
        <div className={styles.form}>
          <p className="t-muted">{IMPORT.hint}</p>
          <FileDrop
            label={IMPORT.file}
            text={IMPORT.drop}
            accept={TABLE_EXTENSIONS}
            isDisabled={isPending}
            onFiles={(files) => void read(files)}
          />
          {isPending && <Progress label={IMPORT.checking} />}
          <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        </div>
      )}
    </AdminPage>
  )
}
