import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import type { MenuEntry } from '@podmoga/ui/menu/menu-overlay'
import type { Editor } from '@tiptap/core'
import { Table2, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './toolbar.module.css'
import { type Tool, useTools } from './use-tools.tsx'

interface ToolbarProps {
  editor: Editor
  onLink: () => void
  onVideo: () => void
  onPicture: () => void
}

const CELL_COMMANDS = [
  ['addRowAfter', 'Строка ниже'],
  ['addColumnAfter', 'Столбец справа'],
  ['deleteRow', 'Удалить строку'],
  ['deleteColumn', 'Удалить столбец'],
  ['toggleHeaderRow', 'Шапка сверху'],
  ['deleteTable', 'Удалить таблицу'],
] as const

/** Arrow keys move between buttons (toolbar pattern: a single tab stop). */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

interface ToolMenuProps {
  label: string
  icon: ReactNode
  isOn: boolean
  entries: readonly MenuEntry[]
}

/** A tool with a menu of variants. */
function ToolMenu({ label, icon, isOn, entries }: ToolMenuProps) {
  return (
    <MenuButton
      variant="icon"
      label={label}
      menuLabel={label}
      trigger={icon}
      className={isOn ? styles.toolOn : undefined}
      placement="bottom start"
      entries={entries}
    />
  )
}

/** Formatting toolbar. */
export function Toolbar({ editor, ...actions }: ToolbarProps) {
  const { now, chain, tools, callout, history } = useTools(editor, actions)
  const button = ({ label, icon, isOn, isDisabled = false, does }: Tool) => (
    <IconButton
      key={label}
      label={label}
      disabled={isDisabled}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      // Keep the focus and selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={does}
    >
      {icon}
    </IconButton>
  )
  return (
    <div role="toolbar" aria-label="Оформление текста" className={styles.toolbar} onKeyDown={walk}>
      {tools.map(button)}
      <ToolMenu
        label="Выноска"
        icon={<TriangleAlert size={20} aria-hidden />}
        isOn={now.callout}
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
      <ToolMenu
        label="Таблица"
        icon={<Table2 size={20} aria-hidden />}
        isOn={now.table}
        entries={[
          {
            key: 'insert',
            label: 'Вставить таблицу',
            isDisabled: now.table,
            onAction: () => chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
          },
          ...CELL_COMMANDS.map(([command, label]) => ({
            key: command,
            label,
            isDisabled: !now.table,
            onAction: () => chain()[command]().run(),
          })),
        ]}
      />
      {history.map(button)}
    </div>
  )
}
