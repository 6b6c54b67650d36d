import type { KnowledgeImport } from '@podmoga/contract/desk/material/exchange'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { keyed } from '@podmoga/ui/lib/keyed'
import { Progress } from '@podmoga/ui/progress/progress'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { saveDownload } from '../../lib/save-download.ts'
import { useScope } from '../../lib/scope.tsx'
import gaps from '../gaps/gaps.module.css'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'
import { getRemarks, runImport } from './exchange.api.ts'
import styles from './exchange.module.css'
import { EXCHANGE } from './exchange.texts.ts'

function Counts({ one: { counts, state } }: { one: KnowledgeImport }) {
  const rows = [
    [EXCHANGE.added, counts.added],
    [state === 'done' ? EXCHANGE.was_changed : EXCHANGE.changed, counts.changed],
    [EXCHANGE.same, counts.same],
  ] as const
  return (
    <dl className={styles.counts}>
      {rows.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('ru')}</dd>
        </div>
      ))}
    </dl>
  )
}

function Remarks({ one: { id, remarks, remarks_total } }: { one: KnowledgeImport }) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ toast: EXCHANGE.not_done })
  if (remarks_total === 0) return null
  const save = async () => {
    const file = await run(() => getRemarks(call, id))
    if (file !== null) saveDownload(file)
  }
  return (
    <section aria-labelledby="remarks" className={styles.part}>
      <h3 className="t-h3" id="remarks">
        {EXCHANGE.remarks(remarks_total)}
      </h3>
      <ul className={styles.remarks}>
        {keyed(remarks, ({ file, says }) => `${file} ${says}`).map(({ key, item: { file, says } }) => (
          <li key={key}>
            <strong>{file === '' ? EXCHANGE.whole : file}</strong> {says}
          </li>
        ))}
      </ul>
      {remarks_total > remarks.length && (
        <p className="t-small t-muted">{EXCHANGE.first(remarks.length, remarks_total)}</p>
      )}
      <div className={gaps.actions}>
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void save()}>
          {EXCHANGE.save_remarks}
        </Button>
      </div>
    </section>
  )
}

/** Check result of an archive, and result of its import. */
export function ImportResult({ one, onAgain }: { one: KnowledgeImport; onAgain: () => void }) {
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({ refreshes: [KNOWLEDGE_ROOT] })
  const { state, counts } = one
  if (state === 'checking' || state === 'running') return <Progress label={EXCHANGE[state]} />
  const wanted = counts.added + counts.changed
  const again = (
    <Button variant="secondary" disabled={isPending} onClick={onAgain}>
      {EXCHANGE.again}
    </Button>
  )
  return (
    <div className={styles.part}>
      <p className={styles.file}>{one.file_name}</p>
      {state === 'failed' ? (
        <div role="alert">
          <FieldError>{`${EXCHANGE.failed}. ${one.problem ?? ''}`}</FieldError>
        </div>
      ) : (
        <>
          {state === 'done' && (
            <p role="status">
              <strong>{EXCHANGE.done}</strong>
            </p>
          )}
          <Counts one={one} />
          {state === 'checked' && wanted === 0 && <p role="status">{EXCHANGE.nothing}</p>}
          {state === 'checked' && wanted > 0 && one.is_reviewed && <p>{EXCHANGE.reviewed}</p>}
          <Remarks one={one} />
        </>
      )}
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={gaps.actions}>
        {state === 'checked' && wanted > 0 && (
          <Button isPending={isPending} onClick={() => void run(() => runImport(call, one.id))}>
            {EXCHANGE.run(wanted)}
          </Button>
        )}
        {again}
      </div>
    </div>
  )
}
