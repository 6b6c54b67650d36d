import { type DeskMaterial, getDeskMaterial } from '@podmoga/contract/desk/materials'
import { ArticleBody } from '@podmoga/ui/article-body/article-body'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlace } from '../app/place.tsx'
import { explain } from '../lib/explain.ts'
import styles from './compare.module.css'
import { KNOWLEDGE_ROOT } from './knowledge.api.ts'
import { STALE } from './knowledge.texts.ts'
import { diffLines, linesOf } from './text-diff.ts'

interface StaleDialogProps {
  materialId: string
  mine: { title: string; content: string }
  onTake: (theirs: DeskMaterial) => void
  onKeep: (theirs: DeskMaterial) => void
  onClose: () => void
}

type View = 'diff' | 'mine' | 'theirs'

function Diff({ theirs, mine }: { theirs: string[]; mine: string[] }) {
  const lines = diffLines(theirs, mine)
  if (lines.every(({ kind }) => kind === 'same')) return <p>{STALE.same}</p>
  return (
    <ul className={styles.diff}>
      {lines.map(({ kind, text }, index) => {
        const key = index
        if (kind === 'same') return <li key={key}>{text}</li>
        const Tag = kind === 'added' ? 'ins' : 'del'
        return (
          <li key={key}>
            <Tag>{text}</Tag> <span className={styles.whose}>{STALE[kind]}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Somebody has saved meanwhile: both texts side by side, and the choice that is the editor's. */
export function StaleDialog({ materialId, mine, onTake, onKeep, onClose }: StaleDialogProps) {
  const { call } = usePlace()
  const [view, setView] = useState<View>('diff')
  const query = useQuery({
    queryKey: [...KNOWLEDGE_ROOT, 'theirs', materialId],
    queryFn: ({ signal }) => call(getDeskMaterial, { params: { materialId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
  const theirs = query.data
  return (
    <Dialog title={STALE.title} size="l" onClose={onClose}>
      {theirs === undefined ? (
        query.error === null ? (
          <Spinner size="l" />
        ) : (
          <ErrorState
            compact
            text={STALE.failed}
            detail={explain(query.error)}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )
      ) : (
        <>
          <p>
            Сохранил(а) {theirs.edited_by ?? 'импорт'}, {formatFull(theirs.edited_at)}. Ваш текст пока только
            у вас.
          </p>
          <Tabs<View>
            label={STALE.view}
            tabs={[
              { key: 'diff', label: STALE.diff },
              { key: 'mine', label: STALE.mine },
              { key: 'theirs', label: STALE.theirs },
            ]}
            selected={view}
            onSelect={setView}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach */}
            <section className={styles.text} tabIndex={0} aria-label={STALE[view]}>
              {view === 'diff' ? (
                <Diff
                  theirs={[theirs.title, ...linesOf(theirs.content)]}
                  mine={[mine.title, ...linesOf(mine.content)]}
                />
              ) : (
                <>
                  <p className="t-h2">{(view === 'mine' ? mine : theirs).title}</p>
                  <ArticleBody html={(view === 'mine' ? mine : theirs).content} />
                </>
              )}
            </section>
          </Tabs>
          <DialogActions>
            <Button variant="secondary" onClick={() => onTake(theirs)}>
              {STALE.take}
            </Button>
            <Button onClick={() => onKeep(theirs)}>{STALE.keep}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
