import type { DeskMaterialItem } from '@podmoga/contract/desk/knowledge'
import { Link } from '@podmoga/ui/lib/navigation'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import type { MenuEntry } from '@podmoga/ui/menu/menu-overlay'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Clock,
  Ellipsis,
  FolderPlus,
  PencilLine,
  Plus,
  Star,
  Trash2,
  Users,
} from 'lucide-react'
import { actionsOf, KB, STATES } from '../knowledge.texts.ts'
import styles from './tree.module.css'
import type { Thing } from './tree.ts'
import type { DropMark } from './use-tree-drag.ts'

/** Commands of a row's menu. */
export type RowOrder = 'add' | 'rename' | 'up' | 'down' | 'remove'

interface RowProps {
  thing: Thing
  name: string
  mark: DropMark | null
  onOrder: (order: RowOrder, thing: Thing, name: string) => void
}

const KEYS = 'Alt+ArrowUp Alt+ArrowDown'

const entriesOf = ({ thing, name, onOrder }: Omit<RowProps, 'mark'>): MenuEntry[] => {
  const entry = (order: RowOrder, label: string, icon: MenuEntry['icon']): MenuEntry => ({
    key: order,
    label,
    icon,
    onAction: () => onOrder(order, thing, name),
  })
  const add =
    thing.level === 'section'
      ? [entry('add', KB.add_subcategory, <FolderPlus size={20} />)]
      : thing.level === 'subcategory'
        ? [entry('add', KB.add_material, <Plus size={20} />)]
        : []
  return [
    ...add,
    ...(thing.level === 'material' ? [] : [entry('rename', KB.rename, <PencilLine size={20} />)]),
    entry('up', KB.up, <ArrowUp size={20} />),
    entry('down', KB.down, <ArrowDown size={20} />),
    { ...entry('remove', KB.remove, <Trash2 size={20} />), tone: 'danger', isApart: true },
  ]
}

const sideOf = (mark: DropMark | null, { level, id }: Thing): DropMark['side'] | undefined =>
  mark !== null && mark.level === level && mark.id === id ? mark.side : undefined

function Actions(props: Omit<RowProps, 'mark'>) {
  return (
    <MenuButton
      variant="icon"
      className={styles.actions}
      label={actionsOf(props.name)}
      menuLabel={actionsOf(props.name)}
      trigger={<Ellipsis size={18} aria-hidden />}
      entries={entriesOf(props)}
    />
  )
}

/** A section or a subcategory; its name expands and collapses it. */
export function GroupRow({
  isOpen,
  onToggle,
  mark,
  ...props
}: RowProps & { isOpen: boolean; onToggle: () => void }) {
  const { thing, name } = props
  return (
    <div
      className={styles.row}
      draggable
      data-level={thing.level}
      data-id={thing.id}
      data-drop={sideOf(mark, thing)}
    >
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        aria-keyshortcuts={KEYS}
        onClick={onToggle}
      >
        <ChevronRight size={18} aria-hidden />
        <span>{name}</span>
      </button>
      <Actions {...props} />
    </div>
  )
}

/** A material: link, with its state as a dot and as hidden text. */
export function MaterialRow({
  item,
  isCurrent,
  mark,
  onOrder,
}: Pick<RowProps, 'mark' | 'onOrder'> & { item: DeskMaterialItem; isCurrent: boolean }) {
  const thing = { level: 'material', id: item.id } as const
  return (
    <div
      className={styles.row}
      draggable
      data-level="material"
      data-id={item.id}
      data-drop={sideOf(mark, thing)}
    >
      <Link
        href={`/kb/${item.id}`}
        className={styles.material}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={KEYS}
      >
        <span className={styles.dot} data-state={item.state} title={STATES[item.state]} aria-hidden />
        <span className={styles.name}>{item.title}</span>
        {item.audience !== null && <Users size={16} aria-hidden className={styles.star} />}
        {item.publish_at !== null && <Clock size={16} aria-hidden className={styles.star} />}
        {item.faq_position !== null && <Star size={16} aria-hidden className={styles.star} />}
        <VisuallyHidden>
          {`, ${STATES[item.state]}`}
          {item.audience !== null && `, ${item.audience}`}
          {item.publish_at !== null && `, ${KB.scheduled}`}
          {item.faq_position !== null && `, ${KB.faq}`}
        </VisuallyHidden>
      </Link>
      <Actions thing={thing} name={item.title} onOrder={onOrder} />
    </div>
  )
}
