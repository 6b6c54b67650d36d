import type { MaterialReview } from '@podmoga/contract/desk/material/review'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useKeptWords } from '../../lib/use-kept-words.ts'
import { TREE_KEY, versionQuery, versionsQuery } from '../knowledge.api.ts'
import type { DraftText } from '../material/draft-text.ts'
import { approveReview, returnReview, reviewKey } from './review.api.ts'
import styles from './review.module.css'
import { REVIEW } from './review.texts.ts'

// Lazy, as in the conflict dialog: it loads the editor's parser.
const Comparison = lazy(() =>
  import('../versions/comparison.tsx').then((module) => ({ default: module.Comparison })),
)

const NOTHING: DraftText = { title: '', content: '', cover: null, files: [] }

interface ReviewDialogProps {
  materialId: string
  /** The review that was opened: the decision applies to it, even if a newer text has been submitted. */
  review: MaterialReview
  onClose: () => void
}

/** Shows what changes for readers; the second editor approves or returns it. */
export function ReviewDialog({ materialId, review, onClose }: ReviewDialogProps) {
  const { call } = useScope()
  const [word, setWord] = useKeptWords(`review-${materialId}`)
  const [isAsked, setAsked] = useState(false)
  const { asked_at, ...text } = review
  const versions = useQuery(versionsQuery(call, materialId))
  const newest = versions.data?.[0]?.number
  const version = useQuery({
    ...versionQuery(call, materialId, newest ?? 1),
    enabled: newest !== undefined,
  }).data
  const { run, isPending, problem } = useSubmit({
    failed: REVIEW.not_done,
    refreshes: [reviewKey(materialId), TREE_KEY],
  })
  const before = versions.data === undefined ? undefined : newest === undefined ? NOTHING : version
  const approve = async () => {
    const done = await run((key) => approveReview(call, materialId, asked_at, key), { of: [asked_at] })
    if (done === null) return
    setWord('')
    toast.success({ title: text.publish_at === null ? REVIEW.approved : REVIEW.approved_later })
    onClose()
  }
  const giveBack = async () => {
    setAsked(true)
    if (word.trim() === '') return
    const done = await run(() => returnReview(call, materialId, asked_at, word))
    if (done === null) return
    setWord('')
    toast.success({ title: REVIEW.given_back })
    onClose()
  }
  return (
    <Dialog title={REVIEW.title} size="l" onClose={onClose} isDismissable={!isPending}>
      {before === undefined ? (
        <Spinner />
      ) : (
        <>
          {newest === undefined && <p>{REVIEW.first}</p>}
          <Suspense fallback={<Spinner />}>
            <Comparison mine={text} theirs={before} names={REVIEW} />
          </Suspense>
        </>
      )}
      <TextArea
        label={REVIEW.word}
        hint={REVIEW.word_hint}
        rows={2}
        maxLength={1000}
        value={word}
        error={isAsked && word.trim() === '' ? REVIEW.no_word : undefined}
        onChange={(event) => setWord(event.target.value)}
      />
      {problem !== null && <FieldError>{problem}</FieldError>}
      <DialogActions className={styles.decision}>
        <Button variant="secondary" isPending={isPending} onClick={() => void giveBack()}>
          {REVIEW.give_back}
        </Button>
        <Button disabled={before === undefined} isPending={isPending} onClick={() => void approve()}>
          {REVIEW.approve}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
