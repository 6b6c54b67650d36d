import { Refusal } from '@podmoga/contract/refusals'
import { Button } from '@podmoga/ui/button/button'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { toast } from '@podmoga/ui/toast/toast'
import { ArticleText } from '@podmoga/web/article/article-text'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { versionQuery, versionsQuery } from '../knowledge.api.ts'
import { VERSIONS } from '../knowledge.texts.ts'
import type { DraftText } from '../material/draft-text.ts'
import { restoreVersion } from '../material/material.api.ts'
import { SHELF } from '../tree/shelf.texts.ts'
import type { Shelf } from '../tree/use-shelf.ts'
import styles from './compare.module.css'

interface VersionsDialogProps {
  materialId: string
  revision: number
  /** Draft text that is in no version; null if nothing would be lost. */
  unpublished: DraftText | null
  shelf: Shelf
  onRestored: () => void
  /** Somebody else has saved in the meantime: nothing was restored. */
  onStale: () => void
  onClose: () => void
}

function Version({
  materialId,
  number,
  onRestore,
}: {
  materialId: string
  number: number
  onRestore: () => Promise<void>
}) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ toast: SHELF.restore_failed })
  const query = useQuery(versionQuery(call, materialId, number))
  const { data, error } = query
  if (data === undefined)
    return error === null ? <Spinner /> : <QueryError of={query} compact text={VERSIONS.failed} />
  return (
    <div className={styles.old}>
      <Button size="s" isPending={isPending} onClick={() => void run(onRestore)}>
        {VERSIONS.restore}
      </Button>
      <ArticleText html={data.content} />
    </div>
  )
}

/** The server refused the request, so nothing has changed there. */
const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.status >= 400 && error.status < 500

/** Published versions; each can be viewed and restored into the draft. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { materialId, revision, unpublished, shelf, onRestored, onStale, onClose } = props
  const { call } = useScope()
  const [open, setOpen] = useState<number | null>(null)
  const query = useQuery(versionsQuery(call, materialId))
  const { data, error } = query
  const restore = async (number: number) => {
    // Shelve before the call, in case the page closes during it. Without a response it stays shelved, because the draft may
    // already be overwritten.
    const aside = unpublished === null ? null : shelf.put(unpublished, 'former')
    try {
      await restoreVersion(call, materialId, number, revision)
      toast.success({ title: VERSIONS.restored, text: aside === null ? undefined : SHELF.told })
      onRestored()
    } catch (failure) {
      if (aside !== null && isRefused(failure)) shelf.drop(aside)
      if (isRefusal(failure, 'stale_draft')) onStale()
      else throw failure
    }
  }
  return (
    <Dialog title={VERSIONS.title} size="l" onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Spinner />
        ) : (
          <QueryError of={query} compact text={VERSIONS.failed} />
        )
      ) : data.length === 0 ? (
        <EmptyState compact text={VERSIONS.empty} />
      ) : (
        <ul className={styles.list}>
          {data.map(({ number, title, published_at, published_by }) => (
            <li key={number}>
              <button
                type="button"
                className={styles.version}
                aria-expanded={open === number}
                onClick={() => setOpen(open === number ? null : number)}
              >
                <span>
                  Версия {number}: {title}
                </span>
                <span className="t-small t-muted">
                  {formatFull(published_at)} · {published_by ?? 'импорт'}
                </span>
              </button>
              {open === number && (
                <Version materialId={materialId} number={number} onRestore={() => restore(number)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
