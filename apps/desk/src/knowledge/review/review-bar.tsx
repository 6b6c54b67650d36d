import type { MaterialReview } from '@podmoga/contract/desk/material/review'
import { Button } from '@podmoga/ui/button/button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { TREE_KEY } from '../knowledge.api.ts'
import { useMarkRead } from '../use-mark-read.ts'
import { reviewKey, reviewQuery, withdrawReview } from './review.api.ts'
import { REVIEW } from './review.texts.ts'
import { ReviewDialog } from './review-dialog.tsx'

interface ReviewBarProps {
  materialId: string
  /** The current text is not saved yet, so it differs from the one under review. */
  isChanging: boolean
  /** The review was decided, here or elsewhere: the published text may have changed. */
  onDecided: (state: 'draft' | 'published' | 'changed') => void
}

/** Review status of a material. */
export function ReviewBar({ materialId, isChanging, onDecided }: ReviewBarProps) {
  const { call } = useScope()
  const { data } = useQuery(reviewQuery(call, materialId))
  /** The review open in the dialog; kept even if another editor decides it, so that the comment being written stays. */
  const [opened, setOpened] = useState<MaterialReview | null>(null)
  const { run, isPending } = useSubmit({
    refreshes: [reviewKey(materialId), TREE_KEY],
    toast: REVIEW.not_done,
  })
  const review = data?.review ?? null
  useMarkRead(materialId, data === undefined ? undefined : `${review?.asked_at} ${review?.returned?.by}`)
  const waited = useRef(false)
  const latestOnDecided = useRef(onDecided)
  latestOnDecided.current = onDecided
  useEffect(() => {
    if (data === undefined) return
    if (waited.current && data.review === null) latestOnDecided.current(data.state)
    waited.current = data.review !== null
  }, [data])
  if (review === null && opened === null) return null
  const withdraw = () =>
    run(async () => {
      await withdrawReview(call, materialId)
      if (review?.returned === null) toast.success({ title: REVIEW.withdrawn })
    })
  return (
    <>
      {review !== null && (
        <div className={styles.shelf}>
          <p role="status">
            <strong>{review.returned === null ? REVIEW.waits : REVIEW.returned(review.returned.by)}</strong>
            {review.returned === null ? (
              <>
                {REVIEW.sent_by(review.asked_by.name)}
                {review.publish_at !== null && REVIEW.comes(review.publish_at)}
                {(isChanging || !review.is_current) && ` · ${REVIEW.changed}`}
              </>
            ) : (
              ` · ${review.returned.word}`
            )}
          </p>
          {review.returned === null && review.is_for_me && (
            <Button size="s" onClick={() => setOpened(review)}>
              {REVIEW.look}
            </Button>
          )}
          <Button size="s" variant="secondary" isPending={isPending} onClick={() => void withdraw()}>
            {review.returned === null ? REVIEW.withdraw : REVIEW.drop_word}
          </Button>
        </div>
      )}
      {opened !== null && (
        <ReviewDialog materialId={materialId} review={opened} onClose={() => setOpened(null)} />
      )}
    </>
  )
}
