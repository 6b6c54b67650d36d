import type { DeskFile } from '@podmoga/contract/desk/materials'
import { PICTURE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { uuid } from '@podmoga/contract/fields/uuid'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { FileRow } from '@podmoga/ui/file-row/file-row'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { EDITOR, KB } from '../knowledge.texts.ts'
import { uploadPicture } from '../material/material.api.ts'
import styles from './editor.module.css'
import { InsertActions } from './insert-actions.tsx'

export interface PictureTexts {
  alt: string
  caption: string
}

interface PictureDialogProps {
  materialId: string
  /** A pasted or dropped file. */
  file: File | null
  /** Alt text of the edited picture; null for a new one. */
  alt: string | null
  onInsert: (picture: DeskFile, texts: PictureTexts) => void
  onChange: (alt: string) => void
  onRemove: () => void
  onClose: () => void
}

const TEXTS = {
  insert: 'Вставить картинку',
  change: 'Картинка',
  alt: 'Что на картинке',
  alt_hint: 'Для тех, кто её не видит. Без описания материал не опубликовать.',
  no_alt: 'Опишите, что на картинке.',
  caption: 'Подпись под картинкой',
  no_file: 'Выберите картинку.',
  submit: 'Вставить',
  remove: 'Удалить картинку',
} as const

/** Inserts a new picture with its alt text, or edits the alt text of an existing one. */
export function PictureDialog({ materialId, alt: given, ...props }: PictureDialogProps) {
  const { onInsert, onChange, onRemove, onClose } = props
  const { call } = useScope()
  const isNew = given === null
  const [file, setFile] = useState(props.file)
  const [alt, setAlt] = useState(given ?? '')
  const [caption, setCaption] = useState('')
  const [errors, setErrors] = useState<{ alt?: string; file?: string }>({})
  const [sent, setSent] = useState<number>()
  // Idempotency key, kept over retries, so that a lost response does not create a second picture.
  const key = useRef(uuid())

  const upload = async (picture: File) => {
    setSent(0)
    try {
      const stored = await uploadPicture(call, materialId, picture, {
        idempotency_key: key.current,
        onProgress: setSent,
      })
      onInsert(stored, { alt: alt.trim(), caption: caption.trim() })
    } catch (error) {
      setErrors({ file: explain(error) ?? EDITOR.upload_failed })
    } finally {
      setSent(undefined)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sent !== undefined) return
    const found = {
      ...(alt.trim() === '' && { alt: TEXTS.no_alt }),
      ...(isNew && file === null && { file: TEXTS.no_file }),
    }
    setErrors(found)
    if (found.alt !== undefined || found.file !== undefined) return
    if (!isNew) onChange(alt.trim())
    else if (file !== null) void upload(file)
  }
  return (
    <Dialog title={isNew ? TEXTS.insert : TEXTS.change} onClose={onClose} isDismissable={sent === undefined}>
      <form onSubmit={submit} noValidate className={styles.form}>
        {isNew &&
          (file === null ? (
            <FileDrop
              label="Файл"
              accept={PICTURE_EXTENSIONS}
              error={errors.file}
              onFiles={([first]) => setFile(first ?? null)}
            />
          ) : (
            <div>
              <FileRow
                file={file}
                sent={sent}
                {...(sent === undefined && {
                  onRemove: () => {
                    key.current = uuid()
                    setFile(null)
                  },
                })}
              />
              {errors.file && <FieldError>{errors.file}</FieldError>}
            </div>
          ))}
        <TextField
          label={TEXTS.alt}
          hint={TEXTS.alt_hint}
          value={alt}
          maxLength={1000}
          error={errors.alt}
          onChange={(event) => {
            setAlt(event.target.value)
            setErrors({})
          }}
        />
        {isNew && (
          <TextField
            label={TEXTS.caption}
            value={caption}
            maxLength={1000}
            onChange={(event) => setCaption(event.target.value)}
          />
        )}
        <InsertActions
          remove={isNew ? null : TEXTS.remove}
          submit={isNew ? TEXTS.submit : KB.save}
          isPending={sent !== undefined}
          onRemove={onRemove}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
