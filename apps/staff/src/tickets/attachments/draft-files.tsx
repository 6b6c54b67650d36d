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
  /** Extra state of a file's row: upload progress. */
  stateOf?: (file: File, at: number) => Partial<FileEntry>
  /** Files cannot be changed while the message is being sent. */
  isLocked?: boolean
  onRemove: (file: File) => void
  onReplace: (file: File, by: File) => void
  fallbackRef: RefObject<HTMLElement | null>
}

const loadEditor = () => import('../picture/picture-editor.tsx').then(({ PictureEditor }) => PictureEditor)

/** The files of a message being written; pictures among them can be edited before sending. */
export function DraftFiles({ files, stateOf, isLocked = false, ...props }: DraftFilesProps) {
  const { onRemove, onReplace, fallbackRef } = props
  const keys = useRef(new WeakMap<File, string>())
  const { open, show, close } = useOpenPicture<File>()
  const [Editor, setEditor] = useState<ComponentType<PictureEditorProps> | null>(null)
  // An edited picture keeps its row's key, so that its button can get the focus back.
  const keyOf = (file: File): string => keys.current.get(file) ?? fileKey(file)

  const edit = async (file: File, button: HTMLElement) => {
    try {
      const Loaded = Editor ?? (await loadEditor())
      setEditor(() => Loaded)
      show(file, button)
    } catch {
      // Offline the editor's code cannot be loaded: the picture stays unchanged.
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
