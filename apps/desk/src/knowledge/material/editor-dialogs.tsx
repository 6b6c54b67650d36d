import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { toast } from '@podmoga/ui/toast/toast'
import { SureDialog } from '@podmoga/web/sure-dialog'
import type { Editor } from '@tiptap/core'
import { useNavigate } from 'react-router'
import {
  insertPicture,
  insertVideo,
  linkHere,
  removeLink,
  removePicture,
  selectedVideo,
  setLink,
} from '../editor/insertions.ts'
import { LinkDialog } from '../editor/link-dialog.tsx'
import { PictureDialog } from '../editor/picture-dialog.tsx'
import type { Ask, EditorWork } from '../editor/use-editor-work.ts'
import { VideoDialog } from '../editor/video-dialog.tsx'
import { EDITOR } from '../knowledge.texts.ts'
import { materialsOf } from '../tree/tree.ts'
import { VersionsDialog } from '../versions/versions-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { StaleDialog } from './stale-dialog.tsx'

interface EditorDialogsProps {
  ask: Ask
  editor: Editor
  work: EditorWork
  onTake: (theirs: DeskMaterial) => void
  onRestored: () => void
}

interface InsertDialogProps {
  ask: Extract<Ask, { kind: 'link' | 'video' | 'picture' }>
  editor: Editor
  work: EditorWork
  onClose: () => void
}

/** Dialog that inserts a link, video or picture at the cursor. */
function InsertDialog({ ask, editor, work, onClose }: InsertDialogProps) {
  const { material, tree } = work
  switch (ask.kind) {
    case 'link':
      return (
        <LinkDialog
          now={linkHere(editor)}
          materials={tree === undefined ? [] : materialsOf(tree).filter(({ id }) => id !== material.id)}
          onSubmit={(target) => {
            onClose()
            setLink(editor, target)
          }}
          onRemove={() => {
            onClose()
            removeLink(editor)
          }}
          onClose={onClose}
        />
      )
    case 'video':
      return (
        <VideoDialog
          now={selectedVideo(editor)}
          onSubmit={(video) => {
            onClose()
            insertVideo(editor, video)
          }}
          onRemove={() => {
            onClose()
            editor.chain().focus().deleteSelection().run()
          }}
          onClose={onClose}
        />
      )
    case 'picture':
      return (
        <PictureDialog
          materialId={material.id}
          file={ask.file}
          alt={ask.alt}
          onInsert={(picture, texts) => {
            onClose()
            insertPicture(editor, picture, texts)
          }}
          onChange={(alt) => {
            onClose()
            editor.chain().focus().updateAttributes('picture', { alt }).run()
          }}
          onRemove={() => {
            onClose()
            removePicture(editor)
          }}
          onClose={onClose}
        />
      )
  }
}

/** The one dialog that is open. */
export function EditorDialogs({ ask, editor, work, onTake, onRestored }: EditorDialogsProps) {
  const navigate = useNavigate()
  const { material, draft, state, problems, saver, shelf, tree, mutations, change, setAsk } = work
  const close = () => setAsk(null)
  switch (ask.kind) {
    case 'link':
    case 'video':
    case 'picture':
      return <InsertDialog ask={ask} editor={editor} work={work} onClose={close} />
    case 'publish':
      return (
        <PublishDialog
          materialId={material.id}
          revision={ask.revision}
          state={state}
          text={draft}
          problems={problems}
          tree={tree}
          onPublished={work.published}
          onScheduled={work.scheduled}
          onAsked={work.asked}
          onClose={close}
        />
      )
    case 'versions':
      return (
        <VersionsDialog
          materialId={material.id}
          revision={ask.revision}
          unpublished={work.isInHistory ? null : draft}
          shelf={shelf}
          onRestored={() => {
            close()
            onRestored()
          }}
          onStale={() => setAsk({ kind: 'stale' })}
          onClose={close}
        />
      )
    case 'stale':
      return (
        <StaleDialog
          materialId={material.id}
          mine={draft}
          onTake={(theirs) => {
            shelf.put(draft, 'mine')
            work.forget()
            onTake(theirs)
          }}
          onKeep={({ revision }) => {
            close()
            // If restoring a version failed, no save is pending: schedule one.
            change({})
            saver.rebase(revision)
          }}
          onClose={close}
        />
      )
    case 'unpublish':
      return (
        <SureDialog
          title={`${EDITOR.unpublish}?`}
          text={EDITOR.unpublish_text}
          submit={EDITOR.unpublish}
          onSubmit={work.unpublish}
          onClose={close}
        />
      )
    case 'remove':
      return (
        <RemoveDialog
          name={draft.title}
          onRemove={async () => {
            await saver.flush()
            await mutations.remove({ level: 'material', id: material.id })
            toast.success({ title: EDITOR.removed })
            void navigate('/kb')
          }}
          onClose={close}
        />
      )
  }
}
