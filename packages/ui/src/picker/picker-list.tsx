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
}

const textOf = ({ name, detail }: PickerItem) => (detail ? `${name} ${detail}` : name)

/** Search field and the list right after it; only the rows on screen are in the document. */
export function PickerList({
  label,
  items,
  selected,
  onSelect,
  searchLabel = 'Найти в списке',
}: PickerListProps) {
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
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_PX, padding: EDGE_PX }}>
        <ListBox
          aria-label={label}
          items={shown}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={selected === null ? [] : [selected]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            if (key !== undefined) onSelect(String(key))
          }}
          renderEmptyState={() => 'нет данных'}
          className={styles.list ?? ''}
        >
          {(item: PickerItem) => (
            <ListBoxItem id={item.key} textValue={textOf(item)} className={styles.item ?? ''}>
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
    </Autocomplete>
  )
}
