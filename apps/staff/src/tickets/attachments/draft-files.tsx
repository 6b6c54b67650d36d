import { type FileEntry, FileRows } from '@podmoga/ui/file-row/file-rows'
import { toast } from '@podmoga/ui/toast/toast'
import { type ComponentType, type RefObject, useRef, useState } from 'react'
import type { PictureEditorProps } from '../picture/picture-editor.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { fileKey } from './file-key.ts'
import { isEditable } from './use-files.ts'
import { useOpenPicture } from './use-open-picture.ts'

interface DraftFilesProps {
  files: readonly File[]
  /** What a row shows beside its file: how much of it has gone. */
  stateOf?: (file: File, at: number) => Partial<FileEntry>
  /** While the message is on its way nothing is worked on. */
  isLocked?: boolean
  onRemove: (file: File) => void
  onReplace: (file: File, by: File) => void
  fallbackRef: RefObject<HTMLElement | null>
}

const loadEditor = () => import('../picture/picture-editor.tsx').then(({ PictureEditor }) => PictureEditor)

/** The files of a message that is being written; pictures among them can be worked on before they go. */
export function DraftFiles({ files, stateOf, isLocked = false, ...props }: DraftFilesProps) {
  const { onRemove, onReplace, fallbackRef } = props
  const keys = useRef(new WeakMap<File, string>())
  const { open, show, close } = useOpenPicture<File>()
  const [Editor, setEditor] = useState<ComponentType<PictureEditorProps> | null>(null)
  // The row of a picture that was worked on stays the same row: the focus comes back to its button.
  const keyOf = (file: File): string => keys.current.get(file) ?? fileKey(file)

  const edit = async (file: File, button: HTMLElement) => {
    try {
      const Loaded = Editor ?? (await loadEditor())
      setEditor(() => Loaded)
      show(file, button)
    } catch {
      // Without a network its code cannot come: the picture waits as it is.
      toast.danger(TICKETS.no_editor)
    }
  }
  return (
    <>
      <FileRows
        files={files.map((file, at) => ({
          key: keyOf(file),
          file,
          onEdit: isEditable(file) && !isLocked ? (button) => void edit(file, button) : undefined,
          ...stateOf?.(file, at),
        }))}
        onRemove={(key) => {
          const file = files.find((one) => keyOf(one) === key)
          if (file) onRemove(file)
        }}
        fallbackRef={fallbackRef}
      />
      {open !== null && Editor !== null && (
        <Editor
          file={open}
          onClose={close}
          onDone={(edited) => {
            keys.current.set(edited, keyOf(open))
            onReplace(open, edited)
            close()
          }}
        />
      )}
    </>
  )
}
