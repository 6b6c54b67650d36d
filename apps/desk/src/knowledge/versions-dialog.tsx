import { restoreVersion } from '@podmoga/contract/desk/materials'
import { ArticleBody } from '@podmoga/ui/article-body/article-body'
import { Button } from '@podmoga/ui/button/button'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlace } from '../app/place.tsx'
import { explain } from '../lib/explain.ts'
import styles from './compare.module.css'
import { versionQuery, versionsQuery } from './knowledge.api.ts'
import { VERSIONS } from './knowledge.texts.ts'

interface VersionsDialogProps {
  materialId: string
  revision: number
  onRestored: () => void
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
  const { call } = usePlace()
  const [isBusy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(versionQuery(call, materialId, number))
  if (data === undefined)
    return error === null ? (
      <Spinner />
    ) : (
      <ErrorState
        compact
        text={VERSIONS.failed}
        detail={explain(error)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.old}>
      <Button
        size="s"
        isPending={isBusy}
        onClick={() => {
          setBusy(true)
          void onRestore().finally(() => setBusy(false))
        }}
      >
        {VERSIONS.restore}
      </Button>
      <ArticleBody html={data.content} />
    </div>
  )
}

/** What was published and when; each can be looked at and taken back into the draft. */
export function VersionsDialog({ materialId, revision, onRestored, onClose }: VersionsDialogProps) {
  const { call } = usePlace()
  const [open, setOpen] = useState<number | null>(null)
  const { data, error, isFetching, refetch } = useQuery(versionsQuery(call, materialId))
  const restore = async (number: number) => {
    try {
      await call(restoreVersion, { params: { materialId, number: String(number) }, body: { revision } })
      toast.success({ title: VERSIONS.restored })
      onRestored()
    } catch (failure) {
      toast.danger({ title: VERSIONS.failed, text: explain(failure) })
    }
  }
  return (
    <Dialog title={VERSIONS.title} size="l" onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Spinner />
        ) : (
          <ErrorState
            compact
            text={VERSIONS.failed}
            detail={explain(error)}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
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
