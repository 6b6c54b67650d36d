import { FileText, Pencil, RotateCw, Trash2, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { cx } from '../lib/cx.tsx'
import { formatProgress, formatSize } from '../lib/format-size.tsx'
import { plainName } from '../lib/plain-name.ts'
import { Progress } from '../progress/progress.tsx'
import styles from './file-row.module.css'
import { useObjectUrl } from './use-object-url.tsx'

const SHOWN_IMAGE = /^image\/(png|jpe?g|gif|webp|avif)$/

export interface FileRowProps {
  file: File
  /** Bytes sent so far; leave out when nothing is being sent. */
  sent?: number | undefined
  error?: string | undefined
  /** Without it there is no remove button. */
  onRemove?: (() => void) | undefined
  /** While it is being sent: cancels. */
  onCancel?: (() => void) | undefined
  /** After an error: sends again. */
  onRetry?: (() => void) | undefined
  /** Opens the file in an editor; gets the button, to restore the focus to it. */
  onEdit?: ((button: HTMLElement) => void) | undefined
  removeRef?: Ref<HTMLButtonElement>
}

/** A file to be sent: preview, name, size, progress, error, and the buttons for its state. */
export function FileRow({ file, sent, error, onRemove, onCancel, onRetry, onEdit, removeRef }: FileRowProps) {
  const url = useObjectUrl(SHOWN_IMAGE.test(file.type) ? file : null)
  const [isBroken, setBroken] = useState(false)
  const name = plainName(file.name)
  const isSending = sent !== undefined && !error
  const progress = isSending ? formatProgress(Math.min(sent, file.size), file.size) : null
  return (
    <div className={cx(styles.row, error && styles.failed)}>
      <span className={styles.preview}>
        {url && !isBroken ? (
          <img src={url} alt="" onError={() => setBroken(true)} />
        ) : (
          <FileText size={20} aria-hidden />
        )}
      </span>
      <div className={styles.texts}>
        <p className={styles.name} title={name}>
          {name}
        </p>
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : (
          <p className={styles.size}>{progress ?? formatSize(file.size)}</p>
        )}
      </div>
      {error && onRetry && (
        <IconButton label={`Повторить ${name}`} onClick={onRetry}>
          <RotateCw size={20} aria-hidden />
        </IconButton>
      )}
      {onEdit && !isSending && !error && (
        <IconButton label={`Править ${name}`} onClick={(event) => onEdit(event.currentTarget)}>
          <Pencil size={20} aria-hidden />
        </IconButton>
      )}
      {isSending && onCancel ? (
        <IconButton label={`Отменить ${name}`} onClick={onCancel}>
          <X size={20} aria-hidden />
        </IconButton>
      ) : (
        onRemove && (
          <IconButton ref={removeRef} label={`Удалить ${name}`} variant="danger" onClick={onRemove}>
            <Trash2 size={20} aria-hidden />
          </IconButton>
        )
      )}
      {isSending && (
        <Progress
          className={styles.bar}
          label={`Загрузка ${name}`}
          value={file.size > 0 ? (sent / file.size) * 100 : 100}
          valueText={progress ?? undefined}
        />
      )}
    </div>
  )
}
