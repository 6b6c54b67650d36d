import { FEEDBACK_MAX } from '@podmoga/contract/fields/limits'
import type { Material } from '@podmoga/contract/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { announce } from '@podmoga/ui/live-region/live-region'
import { isRefusal } from '@podmoga/web/explain'
import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './article.module.css'
import { feedbackMutation } from './feedback.api.ts'

interface FeedbackProps {
  materialId: string
  material: Material
}

function Missing({ materialId, material, onSent }: FeedbackProps & { onSent: () => void }) {
  const scope = useScope()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useMutation({ ...feedbackMutation(scope, materialId), onSuccess: onSent })
  useEffect(() => field.current?.focus(), [])
  const isBlank = text.trim() === ''
  const toTicket = () => {
    const initial_message = isBlank ? undefined : KNOWLEDGE.unanswered(material.title, text.trim())
    // The feedback is also sent to the editors; the ticket does not wait for it.
    if (!isBlank) send.mutate({ helpful: false, text: text.trim() })
    void navigate(paths.newTicket(scope.restaurantId), { state: { initial_message } })
  }
  return (
    <div className={styles.missing}>
      <TextArea
        ref={field}
        label={KNOWLEDGE.missing}
        hint={KNOWLEDGE.missing_hint}
        rows={2}
        maxLength={FEEDBACK_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {send.isError && (
        <div role="alert">
          <FieldError>{KNOWLEDGE.feedback_failed}</FieldError>
        </div>
      )}
      <div className={styles.answers}>
        <Button onClick={toTicket}>{KNOWLEDGE.to_ticket}</Button>
        <Button
          variant="secondary"
          isPending={send.isPending}
          onClick={() =>
            isBlank ? field.current?.focus() : send.mutate({ helpful: false, text: text.trim() })
          }
        >
          {KNOWLEDGE.to_editors}
        </Button>
      </div>
    </div>
  )
}

/**
 * «Помогло?» with one tap; after «Нет» the user can say what was missing, in a ticket or to the editors. Not rendered where the
 * backend lacks the call: a backend without `updated_at` implements only the API of the product's specification.
 */
export function Feedback({ materialId, material }: FeedbackProps) {
  const [state, setState] = useState<'asked' | 'no' | 'yes' | 'noted'>('asked')
  const thanks = useRef<HTMLParagraphElement>(null)
  const give = useMutation(feedbackMutation(useScope(), materialId))
  const finish = (end: 'yes' | 'noted') => {
    setState(end)
    announce(end === 'yes' ? KNOWLEDGE.thanks : KNOWLEDGE.noted)
  }
  const isDone = state === 'yes' || state === 'noted'
  // The pressed button has been removed, so the focus moves.
  useEffect(() => {
    if (isDone) thanks.current?.focus({ preventScroll: true })
  }, [isDone])
  const isMissing = ['not_found', 'method_not_allowed'] as const
  if (material.updated_at === undefined || isMissing.some((code) => isRefusal(give.error, code))) return null
  const say = (helpful: boolean) =>
    give.mutate({ helpful }, { onSuccess: () => (helpful ? finish('yes') : setState('no')) })
  return (
    <section className={styles.feedback} aria-labelledby="feedback">
      <h2 id="feedback" className={styles.question}>
        {KNOWLEDGE.helped}
      </h2>
      {isDone && (
        <p ref={thanks} tabIndex={-1} className={styles.thanks}>
          {state === 'yes' ? KNOWLEDGE.thanks : KNOWLEDGE.noted}
        </p>
      )}
      {state === 'asked' && (
        <div className={styles.answers}>
          {([true, false] as const).map((helpful) => (
            <Button
              key={String(helpful)}
              variant="secondary"
              size="s"
              icon={helpful ? <ThumbsUp size={18} aria-hidden /> : <ThumbsDown size={18} aria-hidden />}
              isPending={give.isPending && give.variables.helpful === helpful}
              onClick={() => say(helpful)}
            >
              {helpful ? KNOWLEDGE.yes : KNOWLEDGE.no}
            </Button>
          ))}
        </div>
      )}
      {state === 'asked' && give.isError && (
        <div role="alert">
          <FieldError>{KNOWLEDGE.feedback_failed}</FieldError>
        </div>
      )}
      {state === 'no' && (
        <Missing materialId={materialId} material={material} onSent={() => finish('noted')} />
      )}
    </section>
  )
}
