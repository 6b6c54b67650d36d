import { type PeopleImport, RowFate } from '@podmoga/contract/desk/imports'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Progress } from '@podmoga/ui/progress/progress'
import { Select } from '@podmoga/ui/select/select'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { saveDownload } from '../../lib/save-download.ts'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT, importQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { getImportErrors, runPeopleImport } from '../business.mutations.ts'
import { QueryView } from '../query-view.tsx'
import { IgnoredColumns } from './ignored-columns.tsx'
import { IMPORT } from './import.texts.ts'
import { ImportRows } from './import-rows.tsx'

const ANY = 'any'

/** Progress of an import, and the next actions. */
function ImportActions({ made, onAnother }: { made: PeopleImport; onAnother: () => void }) {
  const { call } = useScope()
  const [isSending, setSending] = useState(false)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const { counts, done, state, total } = made
  const start = () => run(() => runPeopleImport(call, made.id, isSending ? 'email' : 'link'))
  const save = async () => {
    const file = await run(() => getImportErrors(call, made.id))
    if (file !== null) saveDownload(file)
  }
  const isWorth = counts.add + counts.change > 0
  return (
    <>
      {state === 'running' && (
        <Progress
          label={IMPORT.running}
          value={(done / Math.max(total, 1)) * 100}
          valueText={IMPORT.progress(done, total)}
        />
      )}
      <p role="status">
        {state === 'done' && IMPORT.done}
        {state === 'running' && `${IMPORT.running}: ${IMPORT.progress(done, total)}`}
        {state === 'checked' && !isWorth && IMPORT.nothing}
      </p>
      {state === 'checked' && counts.add > 0 && (
        <Checkbox checked={isSending} onChange={(event) => setSending(event.target.checked)}>
          {IMPORT.send}
        </Checkbox>
      )}
      <div className={styles.actions}>
        {state === 'checked' && isWorth && (
          <Button isPending={isPending} onClick={() => void start()}>
            {IMPORT.run(counts.add + counts.change)}
          </Button>
        )}
        {counts.bad > 0 && (
          <Button variant="secondary" isPending={isPending} onClick={() => void save()}>
            {IMPORT.errors}
          </Button>
        )}
        {state !== 'running' && (
          <Button variant="secondary" onClick={onAnother}>
            {IMPORT.another}
          </Button>
        )}
      </div>
    </>
  )
}

interface ImportPartProps {
  id: string
  /** Called when the import is done or no longer exists. */
  onOver: () => void
  onAnother: () => void
}

/** A checked file: the outcome of each row, and the import itself. */
export function ImportPart({ id, onOver, onAnother }: ImportPartProps) {
  const { call } = useScope()
  const [fate, setFate] = useState<RowFate | ''>('')
  const [after, setAfter] = useState('')
  const query = useQuery({ ...importQuery(call, { id, fate, after }), placeholderData: keepPreviousData })
  const isGone = isRefusal(query.error, 'not_found')
  const isOver = isGone || query.data?.state === 'done'
  const latestOnOver = useRef(onOver)
  latestOnOver.current = onOver
  useEffect(() => {
    if (isOver) latestOnOver.current()
  }, [isOver])
  const choose = (key: string) => {
    setFate(RowFate.safeParse(key).data ?? '')
    setAfter('')
  }
  if (isGone)
    return (
      <div className={styles.form}>
        <EmptyState text={IMPORT.gone} />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onAnother}>
            {IMPORT.another}
          </Button>
        </div>
      </div>
    )
  return (
    <QueryView query={query}>
      {(made) => {
        const names = made.state === 'done' ? IMPORT.became : IMPORT.fate
        return (
          <div className={styles.form}>
            <h2>{made.file_name}</h2>
            <IgnoredColumns columns={made.ignored_columns} />
            <dl className={styles.counts}>
              {RowFate.options.map((one) => (
                <div key={one}>
                  <dt>{names[one]}</dt>
                  <dd>{made.counts[one]}</dd>
                </div>
              ))}
            </dl>
            <ImportActions made={made} onAnother={onAnother} />
            <Select
              label={IMPORT.show}
              options={[
                { key: ANY, name: IMPORT.all },
                ...RowFate.options.map((one) => ({ key: one, name: names[one] })),
              ]}
              value={fate || ANY}
              onChange={(event) => choose(event.target.value)}
            />
            <ImportRows rows={made.rows} />
            {made.next !== null && (
              <Button variant="secondary" onClick={() => setAfter(String(made.next))}>
                {IMPORT.next}
              </Button>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}
