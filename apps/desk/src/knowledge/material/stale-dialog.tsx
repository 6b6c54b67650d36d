import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { STALE } from '../knowledge.texts.ts'
import type { DraftText } from './draft-text.ts'
import { theirsQuery } from './material.api.ts'

const Comparison = lazy(() =>
  import('../versions/comparison.tsx').then((module) => ({ default: module.Comparison })),
)

interface StaleDialogProps {
  materialId: string
  mine: DraftText
  onTake: (theirs: DeskMaterial) => void
  onKeep: (theirs: DeskMaterial) => void
  onClose: () => void
}

/** Conflict with another editor's save: compares both texts and lets the editor choose one. */
export function StaleDialog({ materialId, mine, onTake, onKeep, onClose }: StaleDialogProps) {
  const { call } = useScope()
  const query = useQuery(theirsQuery(call, materialId))
  const theirs = query.data
  return (
    <Dialog title={STALE.title} size="l" onClose={onClose}>
      {theirs === undefined ? (
        query.error === null ? (
          <Spinner size="l" />
        ) : (
          <QueryError of={query} compact text={STALE.failed} />
        )
      ) : (
        <>
          <p>
            Сохранено: {theirs.edited_by ?? 'импорт'}, {formatFull(theirs.edited_at)}. Ваш текст пока только у
            вас.
          </p>
          <Suspense fallback={<Spinner size="l" />}>
            <Comparison theirs={theirs} mine={mine} />
          </Suspense>
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
