import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { Brush, EyeOff, MoveUpRight, Type, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { readyPicture } from '../../lib/picture/pictures.ts'
import { markedFile } from './draw-marks.ts'
import type { Tool } from './marks.ts'
import styles from './picture.module.css'
import { PICTURE } from './picture.texts.ts'
import { PictureStage } from './picture-stage.tsx'
import { useMarks } from './use-marks.ts'

const TOOLS = [
  { tool: 'cover', Icon: EyeOff },
  { tool: 'brush', Icon: Brush },
  { tool: 'arrow', Icon: MoveUpRight },
  { tool: 'words', Icon: Type },
] as const satisfies readonly { tool: Tool; Icon: unknown }[]

const WORDS_MAX = 60

/** The picture's pixels, upright. Null while it is being decoded; `unreadable` if that fails. */
function usePixels(file: File): ImageBitmap | 'unreadable' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'unreadable' | null>(null)
  useEffect(() => {
    let isOver = false
    let made: ImageBitmap | null = null
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (bitmap) => {
        if (isOver) return bitmap.close()
        made = bitmap
        setPicture(bitmap)
      },
      () => {
        if (!isOver) setPicture('unreadable')
      },
    )
    return () => {
      isOver = true
      made?.close()
    }
  }, [file])
  return picture
}

export interface PictureEditorProps {
  file: File
  /** The edited picture: covered parts are not in it any more. */
  onDone: (edited: File) => void
  onClose: () => void
}

/** Covers private parts of a picture and points at others. Closing keeps the picture unchanged, and the marks for later. */
export function PictureEditor({ file, onDone, onClose }: PictureEditorProps) {
  const picture = usePixels(file)
  const marks = useMarks(file)
  const [tool, setTool] = useState<Tool>('cover')
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = picture !== null && picture !== 'unreadable'

  const save = async () => {
    if (!isReady || isSaving) return
    if (marks.marks.length === 0) return onClose()
    setSaving(true)
    setProblem(null)
    try {
      const marked = await markedFile(file, picture, marks.marks)
      const edited = (await readyPicture(marked)) ?? marked
      marks.forget()
      onDone(edited)
    } catch {
      setProblem(PICTURE.failed)
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLInputElement
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || isText) return
    event.preventDefault()
    if (marks.marks.length > 0) marks.undo()
  }
  return (
    <Dialog title={PICTURE.title} size="l" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a keyboard shortcut for a button below */}
      <div className={styles.editor} onKeyDown={onKeyDown}>
        {isReady ? (
          <PictureStage name={file.name} picture={picture} tool={tool} text={text} marks={marks} />
        ) : (
          <div className={styles.waiting}>
            {picture === null ? <Spinner size="l" /> : <FieldError>{PICTURE.unreadable}</FieldError>}
          </div>
        )}
        <div className={styles.bar}>
          <fieldset className={styles.tools}>
            <legend className="visually-hidden">{PICTURE.tools}</legend>
            {TOOLS.map(({ tool: one, Icon }) => (
              <IconButton
                key={one}
                type="button"
                className={styles.tool}
                label={PICTURE.tool[one]}
                aria-pressed={tool === one}
                onClick={() => setTool(one)}
              >
                <Icon size={20} aria-hidden />
              </IconButton>
            ))}
          </fieldset>
          <IconButton
            type="button"
            label={PICTURE.undo}
            disabled={marks.marks.length === 0}
            onClick={marks.undo}
          >
            <Undo2 size={20} aria-hidden />
          </IconButton>
        </div>
        <p className="t-small t-muted">{PICTURE.how[tool]}</p>
        {tool === 'words' && (
          <TextField
            label={PICTURE.words}
            value={text}
            maxLength={WORDS_MAX}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {problem !== null && (
          <div role="alert">
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <DialogActions className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            {PICTURE.cancel}
          </Button>
          <Button isPending={isSaving} onClick={() => void save()}>
            {PICTURE.done}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
