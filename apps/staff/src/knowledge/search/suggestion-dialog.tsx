import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { toast } from '@podmoga/ui/toast/toast'
import { ArticleText } from '@podmoga/web/article/article-text'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { ArticleSkeleton } from '../article/article-skeleton.tsx'
import { feedbackMutation } from '../article/feedback.api.ts'
import { Loaded } from '../home/loaded.tsx'
import { materialQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './ticket-suggestions.module.css'

interface SuggestionDialogProps {
  materialId: string
  onClose: () => void
  onSend: () => void
}

/** A suggested material in a dialog over the form. «Не помогло — отправить» sends the ticket as written. */
export function SuggestionDialog({ materialId, onClose, onSend }: SuggestionDialogProps) {
  const scope = useScope()
  const query = useQuery(materialQuery(scope, materialId))
  const give = useMutation(feedbackMutation(scope, materialId))
  const say = (helpful: boolean) => {
    if (query.data?.updated_at !== undefined) give.mutate({ helpful })
    onClose()
  }
  const helped = () => {
    say(true)
    toast.success(KNOWLEDGE.helped_toast)
  }
  const sendOn = () => {
    say(false)
    // The closing dialog restores the focus in the next frame; the form may move it after that.
    requestAnimationFrame(() => requestAnimationFrame(onSend))
  }
  return (
    <Dialog title={query.data?.title ?? KNOWLEDGE.suggestions} size="l" onClose={onClose}>
      <Loaded query={query} skeleton={<ArticleSkeleton />} failed={KNOWLEDGE.material_failed}>
        {(material) => <ArticleText html={material.content} />}
      </Loaded>
      <DialogActions className={styles.actions ?? ''}>
        <Button variant="secondary" onClick={helped}>
          {KNOWLEDGE.it_helped}
        </Button>
        <Button onClick={sendOn}>{KNOWLEDGE.not_helped}</Button>
      </DialogActions>
    </Dialog>
  )
}
