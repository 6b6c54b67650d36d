import type { DeskFile } from '@podmoga/contract/desk/materials'
import type { Editor } from '@tiptap/core'
import type { LinkTarget } from './link-dialog.tsx'
import type { PictureTexts } from './picture-dialog.tsx'
import type { VideoTexts } from './video-dialog.tsx'

/** The selected picture's alt text, or null if none is selected. */
export const selectedAlt = (editor: Editor): string | null =>
  editor.isActive('picture') ? String(editor.getAttributes('picture').alt ?? '') : null

/** Target of the link under the cursor, or null. */
export const linkHere = (editor: Editor): { material: string | null; href: string | null } | null => {
  if (!editor.isActive('link')) return null
  const { material, href } = editor.getAttributes('link')
  return { material: material ?? null, href: href ?? null }
}

export const insertPicture = (editor: Editor, file: DeskFile, { alt, caption }: PictureTexts): void => {
  const { id, url, width, height } = file
  const picture = { type: 'picture', attrs: { file: id, src: url, alt, width, height } }
  const figure = {
    type: 'figure',
    content: [picture, { type: 'figcaption', content: [{ type: 'text', text: caption }] }],
  }
  editor
    .chain()
    .focus()
    .insertContent(caption === '' ? picture : figure)
    .run()
}

/** Removes the selected picture with its figure and caption. */
export const removePicture = (editor: Editor): void => {
  const isFigure = editor.isActive('figure')
  if (isFigure) editor.chain().focus().deleteNode('figure').run()
  else editor.chain().focus().deleteSelection().run()
}

/** The selected video, or null. */
export const selectedVideo = (editor: Editor): VideoTexts | null => {
  if (!editor.isActive('video')) return null
  const { href, title } = editor.getAttributes('video')
  return { href: String(href), title: String(title) }
}

/** Inserts a video at the cursor, or replaces the selected one. */
export const insertVideo = (editor: Editor, attrs: VideoTexts): void => {
  editor.chain().focus().insertContent({ type: 'video', attrs }).run()
}

/** Makes the selection a link; without a selection inserts the target's title or URL. */
export const setLink = (editor: Editor, target: LinkTarget): void => {
  const isMaterial = 'material' in target
  const attrs = isMaterial
    ? { href: `material:${target.material}`, material: target.material, file: null }
    : { href: target.href, material: null, file: null }
  const text = isMaterial ? target.title : target.href
  const chain = editor.chain().focus()
  if (editor.isActive('link')) chain.extendMarkRange('link').setMark('link', attrs).run()
  else if (editor.state.selection.empty)
    chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs }] }).run()
  else chain.setMark('link', attrs).run()
}

export const removeLink = (editor: Editor): void => {
  editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
}
