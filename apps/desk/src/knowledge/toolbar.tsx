import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
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
  Table2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './editor.module.css'
import type { CalloutKind } from './schema.ts'

interface ToolbarProps {
  editor: Editor
  onLink: () => void
  onPicture: () => void
}

interface Tool {
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

const CELL_DEEDS = [
  ['addRowAfter', 'Строка ниже'],
  ['addColumnAfter', 'Столбец справа'],
  ['deleteRow', 'Удалить строку'],
  ['deleteColumn', 'Удалить столбец'],
  ['toggleHeaderRow', 'Шапка сверху'],
  ['deleteTable', 'Удалить таблицу'],
] as const

/** One stop of the Tab key: arrows walk from button to button. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** What the text can be made of. */
export function Toolbar({ editor, onLink, onPicture }: ToolbarProps) {
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
  const button = ({ label, icon, isOn, isDisabled = false, does }: Tool) => (
    <IconButton
      key={label}
      label={label}
      disabled={isDisabled}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={does}
    >
      {icon}
    </IconButton>
  )
  return (
    <div role="toolbar" aria-label="Оформление текста" className={styles.toolbar} onKeyDown={walk}>
      {tools.map(button)}
      <MenuButton
        variant="icon"
        label="Выноска"
        menuLabel="Выноска"
        trigger={<TriangleAlert size={20} aria-hidden />}
        className={now.callout ? styles.toolOn : undefined}
        placement="bottom start"
        entries={[
          ...(['info', 'warning', 'danger', 'success'] as const).map(callout),
          {
            key: 'none',
            label: 'Убрать выноску',
            isDisabled: !now.callout,
            isApart: true,
            onAction: () => chain().lift('callout').run(),
          },
        ]}
      />
      <MenuButton
        variant="icon"
        label="Таблица"
        menuLabel="Таблица"
        trigger={<Table2 size={20} aria-hidden />}
        className={now.table ? styles.toolOn : undefined}
        placement="bottom start"
        entries={[
          {
            key: 'insert',
            label: 'Вставить таблицу',
            isDisabled: now.table,
            onAction: () => chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
          },
          ...CELL_DEEDS.map(([deed, label]) => ({
            key: deed,
            label,
            isDisabled: !now.table,
            onAction: () => chain()[deed]().run(),
          })),
        ]}
      />
      {history.map(button)}
    </div>
  )
}
