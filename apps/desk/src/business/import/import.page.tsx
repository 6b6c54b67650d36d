import { TABLE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { Progress } from '@podmoga/ui/progress/progress'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { checkPeopleImport } from '../business.mutations.ts'
import { IMPORT } from './import.texts.ts'
import { ImportPart } from './import-part.tsx'

/** People by a file: read first, every row told its fate, brought in after a yes. */
export function ImportPage() {
  const { call } = useScope()
  const [id, setId] = useState<string | null>(null)
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const read = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const made = await run(() => checkPeopleImport(call, file))
    if (made !== null) setId(made.id)
  }
  return (
    <AdminPage title={IMPORT.title}>
      {id !== null ? (
        <ImportPart key={id} id={id} onAnother={() => setId(null)} />
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
