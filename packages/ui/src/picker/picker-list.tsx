import { Check, Search, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
  Autocomplete,
  Button,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  SearchField,
  Virtualizer,
} from 'react-aria-components'
import { fold, searchItems } from '../lib/fold.tsx'
import styles from './picker.module.css'

const ROW_PX = 48
const EDGE_PX = 8

export interface PickerItem {
  key: string
  name: string
  /** Short text at the end of the row; searched too. */
  detail?: string | undefined
  icon?: ReactNode
}

export interface PickerListProps {
  label: string
  items: readonly PickerItem[]
  selected: string | null
  onSelect: (key: string) => void
  searchLabel?: string | undefined
  /** How many items a search field is worth: fewer stand without one, in a list no higher than its rows. */
  searchFrom?: number | undefined
}

/** Whether the list stands without its search field. */
export const isShort = ({ items, searchFrom = 0 }: Pick<PickerListProps, 'items' | 'searchFrom'>): boolean =>
  items.length < searchFrom

const textOf = ({ name, detail }: PickerItem) => (detail ? `${name} ${detail}` : name)

/** The rows; only those on screen are in the document. */
function PickerRows({
  label,
  items,
  selected,
  onSelect,
  isFirst = false,
}: PickerListProps & { isFirst?: boolean }) {
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_PX, padding: EDGE_PX }}>
      <ListBox
        aria-label={label}
        items={items}
        autoFocus={isFirst}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys
          if (key !== undefined) onSelect(String(key))
        }}
        renderEmptyState={() => 'нет данных'}
        className={styles.list ?? ''}
        {...(isFirst && { style: { height: items.length * ROW_PX + 2 * EDGE_PX } })}
      >
        {(item: PickerItem) => (
          <ListBoxItem
            id={item.key}
            textValue={textOf(item)}
            className={styles.item ?? ''}
            // What is chosen already is no change of the selection, but as good an answer.
            onPress={() => item.key === selected && onSelect(item.key)}
          >
            {({ isSelected }) => (
              <>
                {item.icon}
                <span className={styles.name}>{item.name}</span>
                {item.detail && <span className={styles.detail}>{item.detail}</span>}
                {isSelected && <Check size={18} aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  )
}

function SearchedList({ searchLabel = 'Найти в списке', ...list }: PickerListProps) {
  const { items, onSelect } = list
  const [query, setQuery] = useState('')
  const shown = useMemo(() => searchItems(items, query, textOf), [items, query])
  const input = useRef<HTMLInputElement>(null)
  const takeFirst = () => {
    // pasted text marks no row, but whoever presses Enter means the one on top
    const isMarked = input.current?.getAttribute('aria-activedescendant')
    const [first] = shown
    if (!isMarked && first && fold(query) !== '') onSelect(first.key)
  }
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery} disableAutoFocusFirst={fold(query) === ''}>
      <SearchField
        type="text"
        aria-label={searchLabel}
        className={styles.search ?? ''}
        autoFocus
        onSubmit={takeFirst}
      >
        <Search size={18} aria-hidden />
        <Input
          ref={input}
          role="combobox"
          aria-expanded
          className={styles.input ?? ''}
          placeholder={searchLabel}
        />
        <Button className={styles.clear ?? ''} aria-label="Очистить">
          <X size={18} aria-hidden />
        </Button>
      </SearchField>
      <PickerRows {...list} items={shown} />
    </Autocomplete>
  )
}

/** Search field and the list right after it; a short list comes without the field. */
export function PickerList(list: PickerListProps) {
  return isShort(list) ? <PickerRows {...list} isFirst /> : <SearchedList {...list} />
}
