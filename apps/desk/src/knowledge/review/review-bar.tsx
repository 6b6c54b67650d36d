import { Button } from '@podmoga/ui/button/button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { TREE_KEY } from '../knowledge.api.ts'
import { useReadCalls } from '../use-read-calls.ts'
import { reviewKey, reviewQuery, withdrawReview } from './review.api.ts'
import { REVIEW } from './review.texts.ts'
import { ReviewDialog } from './review-dialog.tsx'

interface ReviewBarProps {
  materialId: string
  /** What stands here is not saved yet: it is another text than what waits. */
  isChanging: boolean
  /** What waited was decided by somebody, here or elsewhere: what readers have may be another text. */
  onDecided: (state: 'draft' | 'published' | 'changed') => void
}

/** How a text stands with the second editor. */
export function ReviewBar({ materialId, isChanging, onDecided }: ReviewBarProps) {
  const { call } = useScope()
  const { data } = useQuery(reviewQuery(call, materialId))
  const [isOpen, setOpen] = useState(false)
  const { run, isPending } = useSubmit({
    refreshes: [reviewKey(materialId), TREE_KEY],
    toast: REVIEW.not_done,
  })
  const review = data?.review ?? null
  useReadCalls(materialId, data === undefined ? undefined : `${review?.asked_at} ${review?.returned?.by}`)
  const waited = useRef(false)
  const told = useRef(onDecided)
  told.current = onDecided
  useEffect(() => {
    if (data === undefined) return
    if (waited.current && data.review === null) told.current(data.state)
    waited.current = data.review !== null
  }, [data])
  if (review === null) return null
  const { returned, asked_by, publish_at, is_current, is_for_me } = review
  const withdraw = () =>
    run(async () => {
      await withdrawReview(call, materialId)
      if (returned === null) toast.success({ title: REVIEW.withdrawn })
    })
  return (
    <div className={styles.shelf}>
      <p role="status">
        <strong>{returned === null ? REVIEW.waits : REVIEW.returned(returned.by)}</strong>
        {returned === null ? (
          <>
            {REVIEW.sent_by(asked_by.name)}
            {publish_at !== null && REVIEW.comes(publish_at)}
            {(isChanging || !is_current) && ` · ${REVIEW.changed}`}
          </>
        ) : (
          ` · ${returned.word}`
        )}
      </p>
      {returned === null && is_for_me && (
        <Button size="s" onClick={() => setOpen(true)}>
          {REVIEW.look}
        </Button>
      )}
      <Button size="s" variant="secondary" isPending={isPending} onClick={() => void withdraw()}>
        {returned === null ? REVIEW.withdraw : REVIEW.drop_word}
      </Button>
      {isOpen && <ReviewDialog materialId={materialId} review={review} onClose={() => setOpen(false)} />}
    </div>
  )
}
