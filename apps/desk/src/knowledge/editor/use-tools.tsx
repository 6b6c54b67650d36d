import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  CodeXml,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
  Video,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalloutKind } from './schema.ts'

export interface Tool {
  label: string
  icon: ReactNode
  isOn?: boolean
  isDisabled?: boolean
  does: () => void
}

const CALLOUTS: Record<CalloutKind, string> = {
  info: 'Совет',
  warning: 'Внимание',
  danger: 'Опасно',
  success: 'Хорошо',
}

interface ToolActions {
  onLink: () => void
  onVideo: () => void
  onPicture: () => void
}

/** The toolbar's tools with their state at the cursor. */
export const useTools = (editor: Editor, { onLink, onVideo, onPicture }: ToolActions) => {
  const now = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      code: editor.isActive('code'),
      link: editor.isActive('link'),
      level: [2, 3, 4].find((level) => editor.isActive('heading', { level })),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
      block: editor.isActive('codeBlock'),
      table: editor.isActive('table'),
      callout: editor.isActive('callout'),
      picture: editor.isActive('picture'),
      video: editor.isActive('video'),
      undo: editor.can().undo(),
      redo: editor.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const heading = (level: 2 | 3 | 4, icon: ReactNode): Tool => ({
    label: `Заголовок ${level - 1}-го уровня`,
    icon,
    isOn: now.level === level,
    does: () => chain().toggleHeading({ level }).run(),
  })
  const tools: Tool[] = [
    { label: 'Жирный', icon: <Bold size={20} />, isOn: now.bold, does: () => chain().toggleBold().run() },
    {
      label: 'Курсив',
      icon: <Italic size={20} />,
      isOn: now.italic,
      does: () => chain().toggleItalic().run(),
    },
    heading(2, <Heading2 size={20} />),
    heading(3, <Heading3 size={20} />),
    heading(4, <Heading4 size={20} />),
    {
      label: 'Список',
      icon: <List size={20} />,
      isOn: now.bullets,
      does: () => chain().toggleBulletList().run(),
    },
    {
      label: 'Нумерованный список',
      icon: <ListOrdered size={20} />,
      isOn: now.numbers,
      does: () => chain().toggleOrderedList().run(),
    },
    {
      label: 'Цитата',
      icon: <Quote size={20} />,
      isOn: now.quote,
      does: () => chain().toggleBlockquote().run(),
    },
    { label: 'Код', icon: <Code size={20} />, isOn: now.code, does: () => chain().toggleCode().run() },
    {
      label: 'Блок кода',
      icon: <CodeXml size={20} />,
      isOn: now.block,
      does: () => chain().toggleCodeBlock().run(),
    },
    { label: 'Ссылка', icon: <Link2 size={20} />, isOn: now.link, does: onLink },
    { label: 'Картинка', icon: <ImagePlus size={20} />, isOn: now.picture, does: onPicture },
    { label: 'Видео', icon: <Video size={20} />, isOn: now.video, does: onVideo },
  ]
  const callout = (kind: CalloutKind) => ({
    key: kind,
    label: CALLOUTS[kind],
    onAction: () =>
      now.callout
        ? chain().updateAttributes('callout', { kind }).run()
        : chain().wrapIn('callout', { kind }).run(),
  })
  const history: Tool[] = [
    {
      label: 'Отменить правку',
      icon: <Undo2 size={20} />,
      isDisabled: !now.undo,
      does: () => chain().undo().run(),
    },
    {
      label: 'Вернуть правку',
      icon: <Redo2 size={20} />,
      isDisabled: !now.redo,
      does: () => chain().redo().run(),
    },
  ]
  return { now, chain, tools, callout, history }
}
