import { TABLE_EXTENSIONS } from '@podmoga/contract/limits'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { Progress } from '@podmoga/ui/progress/progress'
import { useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { checkPeopleImport } from './deeds.api.ts'
import { IMPORT } from './import.texts.ts'
import { ImportPart } from './import-part.tsx'
import { Room } from './room.tsx'
import { useDeed } from './use-deed.ts'

/** People by a file: read first, every row told its fate, brought in after a yes. */
export function ImportPage() {
  const { call } = usePlace()
  const [id, setId] = useState<string | null>(null)
  const { run, isPending, fields, problem } = useDeed({ isInForm: true })
  const read = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const made = await run(() => checkPeopleImport(call, file))
    if (made !== null) setId(made.id)
  }
  const fault = fields.file ?? problem
  return (
    <Room title={IMPORT.title}>
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
          <div role="alert">{fault != null && <FieldError>{fault}</FieldError>}</div>
        </div>
      )}
    </Room>
  )
}
