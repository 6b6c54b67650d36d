import { Button } from '@podmoga/ui/button/button'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { announce } from '@podmoga/ui/live-region/live-region'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { Ellipsis, Eye, History, PencilLine } from 'lucide-react'
import { useEffect } from 'react'
import styles from '../editor/editor.module.css'
import { EDITOR, KB, STALE } from '../knowledge.texts.ts'
import type { SaveState } from './draft-saver.ts'

interface SaveBarProps {
  save: SaveState
  state: 'draft' | 'published' | 'changed'
  isPreview: boolean
  onRetry: () => void
  onPreview: () => void
  onPublish: () => void
  onHistory: () => void
  onUnpublish: () => void
  onRemove: () => void
}

/** «Черновик сохранён 14:06», or the pending or failed state. */
const statusOf = (save: SaveState): string => {
  switch (save.kind) {
    case 'saved':
      return save.at === null ? EDITOR.never : `Черновик сохранён ${formatStamp(save.at)}`
    case 'waiting':
      return EDITOR.waiting
    case 'saving':
      return EDITOR.saving
    case 'failed':
      return [EDITOR.save_failed, save.text, save.again ? EDITOR.retrying : ''].filter(Boolean).join(' ')
    case 'stale':
      return `${EDITOR.save_failed} ${STALE.title}: ${save.author}`
  }
}

/** Save status of the draft, and its actions. */
export function SaveBar({ save, state, isPreview, onRetry, ...does }: SaveBarProps) {
  const isBad = save.kind === 'failed' || save.kind === 'stale'
  const status = statusOf(save)
  useEffect(() => {
    if (isBad) announce(status)
  }, [isBad, status])
  return (
    <div className={styles.bar}>
      <p className={styles.status} data-bad={isBad}>
        {status}
      </p>
      {isBad && (
        <Button variant="secondary" size="s" onClick={onRetry}>
          {save.kind === 'stale' ? STALE.diff : EDITOR.retry}
        </Button>
      )}
      <MenuButton
        variant="icon"
        label={EDITOR.more}
        menuLabel={EDITOR.more}
        trigger={<Ellipsis size={20} aria-hidden />}
        placement="top end"
        entries={[
          ...(state === 'draft'
            ? []
            : [{ key: 'unpublish', label: EDITOR.unpublish, onAction: does.onUnpublish }]),
          { key: 'remove', label: KB.remove, tone: 'danger' as const, onAction: does.onRemove },
        ]}
      />
      <Button variant="ghost" size="s" icon={<History size={18} aria-hidden />} onClick={does.onHistory}>
        <span className="spare">{EDITOR.history}</span>
      </Button>
      <Button
        variant="secondary"
        size="s"
        icon={isPreview ? <PencilLine size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        onClick={does.onPreview}
      >
        <span className="spare">{isPreview ? EDITOR.back_to_text : EDITOR.preview}</span>
      </Button>
      {/* Disabled when the draft equals the published text. */}
      <Button size="s" disabled={state === 'published' && save.kind === 'saved'} onClick={does.onPublish}>
        {EDITOR.publish}
      </Button>
    </div>
  )
}
