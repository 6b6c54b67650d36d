import { untitledVideo, videoIn } from '@podmoga/contract/fields/video'
import { articleLook } from '@podmoga/ui/article-body/article-look'
import { cx } from '@podmoga/ui/lib/cx'
import { toast } from '@podmoga/ui/toast/toast'
import type { Editor } from '@tiptap/core'
import { getSchema } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useRef } from 'react'
import { EDITOR } from '../knowledge.texts.ts'
import styles from './editor.module.css'
import { docOf, sliceOf, trimmed } from './html-to-doc.ts'
import { extensions } from './schema.ts'

const schema: Schema = getSchema(extensions)

/** Article HTML as an editor document, for comparison with the editor's content. */
export const startOf = (html: string) => docOf(schema, html)

export interface TextCommands {
  onChange: (html: string) => void
  /** Called with a pasted or dropped picture. */
  onPicture: (file: File) => void
  /** A picture or a video was double-clicked. */
  onEditPicture: () => void
  onEditVideo: () => void
}

const pictureIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find((file) => file.type.startsWith('image/'))

const insertHtml = (view: EditorView, html: string): void => {
  const { slice, lost } = sliceOf(view.state.schema, html)
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
  if (lost) toast.info({ title: EDITOR.no_pictures })
}

/** Inserts a video if its URL is pasted into an empty paragraph; returns whether it did. */
const insertVideo = (view: EditorView, text: string): boolean => {
  const { schema, selection, tr } = view.state
  const video = videoIn(text)
  const { parent } = selection.$from
  const node = schema.nodes.video
  if (
    video === null ||
    node === undefined ||
    parent.type !== schema.nodes.paragraph ||
    parent.content.size > 0
  )
    return false
  const attrs = { href: video.page, title: untitledVideo(video) }
  view.dispatch(tr.replaceSelectionWith(node.create(attrs)).scrollIntoView().setMeta('paste', true))
  return true
}

/** Creates the editor. Handles pasting itself, because the page's CSP forbids the library's own HTML parsing. */
export function useTextEditor(html: string, commands: TextCommands): Editor {
  const latest = useRef(commands)
  latest.current = commands
  return useEditor({
    extensions,
    content: docOf(schema, html),
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => latest.current.onChange(trimmed(editor.getHTML())),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': EDITOR.text,
        class: cx(articleLook, styles.text),
        lang: 'ru',
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const data = event.clipboardData
          const html = data?.getData('text/html') ?? ''
          if (insertVideo(view, data?.getData('text/plain') ?? '')) {
            event.preventDefault()
            return true
          }
          const picture = html === '' ? pictureIn(data) : undefined
          if (picture === undefined && (html === '' || view.state.selection.$from.parent.type.spec.code))
            return false
          event.preventDefault()
          if (picture !== undefined) latest.current.onPicture(picture)
          else insertHtml(view, html)
          return true
        },
        drop: (view, event) => {
          if (view.dragging) return false
          const picture = pictureIn(event.dataTransfer)
          const html = event.dataTransfer?.getData('text/html') ?? ''
          if (picture === undefined && html === '') return false
          event.preventDefault()
          if (picture !== undefined) latest.current.onPicture(picture)
          else insertHtml(view, html)
          return true
        },
      },
      handleDoubleClickOn: (_view, _at, node) => {
        const edit = { picture: latest.current.onEditPicture, video: latest.current.onEditVideo }[
          node.type.name
        ]
        edit?.()
        return edit !== undefined
      },
    },
  })
}

export function TextEditor({ editor }: { editor: Editor }) {
  return <EditorContent editor={editor} className={styles.host} />
}
