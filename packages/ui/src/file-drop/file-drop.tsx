import { Camera, FileDown, Paperclip } from 'lucide-react'
import { type ChangeEvent, type Ref, useId, useState } from 'react'
import { Field } from '../field/field.tsx'
import { cx } from '../lib/cx.tsx'
import { acceptNames, splitByAccept, unfitText } from './accept.tsx'
import { useDrop } from './drop-area.tsx'
import styles from './file-drop.module.css'

interface FileInputProps {
  label?: string
  /** Allowed extensions: `.jpg`. */
  accept: readonly string[]
  /** Extensions that are accepted but not offered: the caller converts such files. */
  alsoTakes?: readonly string[]
  /** Gets the files of these types only. */
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  ref?: Ref<HTMLInputElement>
}

interface FileDropProps extends FileInputProps {
  text?: string
  error?: string | undefined
}

function takePicked(event: ChangeEvent<HTMLInputElement>, take: (files: File[]) => void): void {
  const files = [...(event.target.files ?? [])]
  // so that the same file can be chosen again after it was removed
  event.target.value = ''
  if (files.length > 0) take(files)
}

/** A drop zone that is a file input as a whole; it shows itself which files it rejects. */
export function FileDrop({
  label = 'Файлы',
  text = 'Перетащите или загрузите файл',
  accept,
  alsoTakes = [],
  onFiles,
  isDisabled = false,
  error,
  ref,
}: FileDropProps) {
  const [unfit, setUnfit] = useState<File[]>([])
  const typesId = useId()
  const take = (files: File[]) => {
    const parts = splitByAccept(files, accept.length === 0 ? accept : [...accept, ...alsoTakes])
    setUnfit(parts.unfit)
    if (parts.fit.length > 0) onFiles(parts.fit)
  }
  const { isOver, dropProps } = useDrop(take, isDisabled)
  // Other files of the same selection may be rejected for another reason.
  const shownError = [unfit.length > 0 && unfitText(unfit, accept), error].filter(Boolean).join(' ')
  return (
    <Field label={label} error={shownError}>
      {(control) => (
        <div className={cx(styles.zone, isOver && styles.over)} {...dropProps}>
          <FileDown size={24} aria-hidden />
          <div className={styles.texts}>
            <p>{text}</p>
            <p className={styles.types} id={typesId}>
              {acceptNames(accept)}
            </p>
          </div>
          <span className={styles.choose} aria-hidden>
            Выбрать
          </span>
          <input
            {...control}
            ref={ref}
            type="file"
            multiple
            accept={accept.join(',')}
            disabled={isDisabled}
            aria-describedby={cx(control['aria-describedby'], typesId)}
            className={styles.input}
            onChange={(event) => takePicked(event, take)}
          />
        </div>
      )}
    </Field>
  )
}

interface FileButtonProps extends FileInputProps {
  onUnfit?: (text: string) => void
}

/** A paperclip of 44 px: the same input without a zone. `onUnfit` gets the sentence about files of other types. */
export function FileButton({
  label = 'Файлы',
  accept,
  alsoTakes = [],
  onFiles,
  onUnfit,
  isDisabled = false,
  ref,
}: FileButtonProps) {
  const take = (files: File[]) => {
    const { fit, unfit } = splitByAccept(files, accept.length === 0 ? accept : [...accept, ...alsoTakes])
    onUnfit?.(unfit.length > 0 ? unfitText(unfit, accept) : '')
    if (fit.length > 0) onFiles(fit)
  }
  return (
    <span className={styles.clip}>
      <Paperclip size={20} aria-hidden />
      <input
        ref={ref}
        type="file"
        multiple
        aria-label={label}
        title={label}
        accept={accept.join(',')}
        disabled={isDisabled}
        className={styles.input}
        onChange={(event) => takePicked(event, take)}
      />
    </span>
  )
}

/**
 * Opens the camera directly, on handheld devices: 44 px beside the paperclip, or with its `label` as text. The result is always a
 * picture, so its type is not checked.
 */
export function CameraButton({
  label,
  isWide = false,
  onFiles,
  isDisabled = false,
}: {
  label: string
  isWide?: boolean
  onFiles: (files: File[]) => void
  isDisabled?: boolean
}) {
  return (
    <span className={cx(isWide ? styles.shoot : styles.clip, styles.camera)}>
      <Camera size={20} aria-hidden />
      {isWide && <span aria-hidden>{label}</span>}
      <input
        type="file"
        aria-label={label}
        title={label}
        accept="image/*"
        capture="environment"
        disabled={isDisabled}
        className={styles.input}
        onChange={(event) => takePicked(event, onFiles)}
      />
    </span>
  )
}
