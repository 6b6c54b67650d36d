import { RowFate, type TableImport as TableAnswer } from '@podmoga/contract/desk/imports'
import { TABLE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { Progress } from '@podmoga/ui/progress/progress'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveFile } from '../../lib/save-download.ts'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { csvOf } from '../journal/csv.ts'
import { IgnoredColumns } from './ignored-columns.tsx'
import { IMPORT } from './import.texts.ts'
import { ImportRows } from './import-rows.tsx'

interface Read extends TableAnswer {
  file: File
  wanted: number
}

interface TableImportProps {
  texts: {
    import_title: string
    import_hint: string
    import_file: string
    imported: (added: number, changed: number) => string
  }
  refreshes: QueryKey
  bringIn: (file: File, options: { isDry: boolean }) => Promise<TableAnswer>
  onClose: () => void
}

/** Maximum number of rows shown; the counts cover the rest. */
const DRAWN = 100

/** Saves the rejected rows as CSV in the original format plus the reason, to be fixed and imported again. */
const saveBadRows = ({ file, rows, columns = [] }: Read): void => {
  const bad = rows.filter(({ fate }) => fate === 'bad')
  const csv = csvOf([
    [...columns, ...IMPORT.bad_columns],
    ...bad.map(({ line, says, cells = [] }) => [...cells, String(line), says]),
  ])
  const name = `${file.name.replace(/\.[^.]*$/, '')}-ошибки.csv`
  saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}

/** Imports a table: a dry run shows the outcome of each row, then all are imported at once. */
export function TableImport({ texts, refreshes, bringIn, onClose }: TableImportProps) {
  const [read, setRead] = useState<Read | null>(null)
  const [isOnlyBad, setOnlyBad] = useState(false)
  const shown = read?.rows.filter(({ fate }) => !isOnlyBad || fate === 'bad') ?? []
  const { run, isPending, problem } = useSubmit({ refreshes: [refreshes] })
  const check = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const made = await run(() => bringIn(file, { isDry: true }))
    if (made === null) return
    setOnlyBad(false)
    setRead({ file, ...made, wanted: made.counts.add + made.counts.change })
  }
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (read === null) return
    const made = await run(() => bringIn(read.file, { isDry: false }))
    if (made === null) return
    toast.success({ title: texts.imported(made.counts.add, made.counts.change) })
    onClose()
  }
  return (
    <Dialog title={texts.import_title} onClose={onClose} isDismissable={!isPending}>
      {read === null ? (
        <div className={styles.form}>
          <p className="t-muted">{texts.import_hint}</p>
          <FileDrop
            label={texts.import_file}
            text={IMPORT.drop}
            accept={TABLE_EXTENSIONS}
            isDisabled={isPending}
            onFiles={(files) => void check(files)}
          />
          {isPending && <Progress label={IMPORT.checking} />}
          <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        </div>
      ) : (
        <form className={styles.form} noValidate onSubmit={confirm}>
          <dl className={styles.counts}>
            {RowFate.options.map((fate) => (
              <div key={fate}>
                <dt>{IMPORT.fate[fate]}</dt>
                <dd>{read.counts[fate]}</dd>
              </div>
            ))}
          </dl>
          <IgnoredColumns columns={read.ignored_columns} />
          {read.counts.bad > 0 && (
            <div className={styles.actions}>
              <Checkbox checked={isOnlyBad} onChange={(event) => setOnlyBad(event.target.checked)}>
                {IMPORT.only_bad}
              </Checkbox>
              <Button size="s" variant="secondary" onClick={() => saveBadRows(read)}>
                {IMPORT.errors}
              </Button>
            </div>
          )}
          <ImportRows rows={shown.slice(0, DRAWN)} />
          {shown.length > DRAWN && (
            <p className="t-small t-muted">{IMPORT.first_rows(DRAWN, shown.length)}</p>
          )}
          {read.wanted === 0 && <p role="status">{IMPORT.nothing}</p>}
          {read.wanted === 0 ? (
            <DialogActions>
              <Button onClick={onClose}>{PEOPLE.close}</Button>
            </DialogActions>
          ) : (
            <FormFoot
              problem={problem}
              isPending={isPending}
              submit={IMPORT.run(read.wanted)}
              onCancel={onClose}
            />
          )}
        </form>
      )}
    </Dialog>
  )
}
