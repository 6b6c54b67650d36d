import { ARCHIVE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { Progress } from '@podmoga/ui/progress/progress'
import { isRefusal } from '@podmoga/web/explain'
import { QueryView } from '@podmoga/web/query-view'
import { useSearchParams } from '@podmoga/web/router'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { TREE_KEY } from '../knowledge.api.ts'
import kb from '../knowledge.module.css'
import { ListHead } from '../tree/list-head.tsx'
import { checkImport, exportBase, importQuery } from './exchange.api.ts'
import styles from './exchange.module.css'
import { EXCHANGE } from './exchange.texts.ts'
import { ImportResult } from './import-result.tsx'

function Upload({ onTaken }: { onTaken: (importId: string) => void }) {
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({})
  const check = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const made = await run(() => checkImport(call, file, () => undefined))
    if (made !== null) onTaken(made.id)
  }
  return (
    <>
      <FileDrop
        label={EXCHANGE.file}
        text={EXCHANGE.drop}
        accept={ARCHIVE_EXTENSIONS}
        isDisabled={isPending}
        onFiles={(files) => void check(files)}
      />
      {isPending && <Progress label={EXCHANGE.sending} />}
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
    </>
  )
}

function Taken({ importId, onAgain }: { importId: string; onAgain: () => void }) {
  const { call } = useScope()
  const cache = useQueryClient()
  const query = useQuery(importQuery(call, importId))
  const isDone = query.data?.state === 'done'
  useEffect(() => {
    if (isDone) void cache.invalidateQueries({ queryKey: TREE_KEY })
  }, [isDone, cache])
  if (isRefusal(query.error, 'not_found'))
    return (
      <div className={styles.part}>
        <p role="status">{EXCHANGE.gone}</p>
        <Button variant="secondary" onClick={onAgain}>
          {EXCHANGE.again}
        </Button>
      </div>
    )
  return (
    <QueryView
      query={query}
      failed={EXCHANGE.not_loaded}
      skeleton={<Progress label={EXCHANGE.checking} />}
      compact
    >
      {(one) => <ImportResult one={one} onAgain={onAgain} />}
    </QueryView>
  )
}

/** Export and import of the knowledge base. The URL contains the import's id, so that the user can leave and come back. */
export function ExchangePage() {
  const { call } = useScope()
  const [search, setSearch] = useSearchParams()
  const importId = search.get('import')
  const { run, isPending, problem } = useSubmit({})
  useTitle(EXCHANGE.title)
  const download = async () => {
    const made = await run(() => exportBase(call))
    if (made !== null) location.assign(made.url)
  }
  return (
    <div className={kb.list}>
      <ListHead title={EXCHANGE.title} hint={EXCHANGE.hint} />
      <section aria-labelledby="import" className={styles.section}>
        <h2 className="t-h2" id="import">
          {EXCHANGE.import}
        </h2>
        <p className="t-muted">{EXCHANGE.import_hint}</p>
        {importId === null ? (
          <Upload onTaken={(id) => setSearch({ import: id }, { replace: true })} />
        ) : (
          <Taken importId={importId} onAgain={() => setSearch({}, { replace: true })} />
        )}
      </section>
      <section aria-labelledby="export" className={styles.section}>
        <h2 className="t-h2" id="export">
          {EXCHANGE.export}
        </h2>
        <p className="t-muted">{EXCHANGE.export_hint}</p>
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <Button variant="secondary" isPending={isPending} onClick={() => void download()}>
          {EXCHANGE.export}
        </Button>
      </section>
    </div>
  )
}
