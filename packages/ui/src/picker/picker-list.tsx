import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fold, searchItems } from '../lib/fold.tsx'
import { useTypedWord } from '../lib/use-typed-word.tsx'
import styles from './picker.module.css'
import type { PickerItem, PickerListProps } from './picker-item.tsx'
import { PickerRows, rowId, rowsOfPage } from './picker-rows.tsx'
import { NO_ROW, rowAfter } from './row-keys.tsx'

/** Whether the list has no search field. */
export const isShort = ({ items, searchFrom = 0 }: Pick<PickerListProps, 'items' | 'searchFrom'>): boolean =>
  items.length < searchFrom

const textOf = ({ name, detail }: PickerItem) => (detail ? `${name} ${detail}` : name)

/** A list that has the focus itself: arrow keys move through it, letters jump to the rows that begin with them. */
function ShortList({ items, selected, onSelect, label }: PickerListProps) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ key }) => key === selected),
    ),
  )
  const wordOf = useTypedWord()
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const typed = wordOf(event, items.map(textOf))
    const found = typed ?? rowAfter(key, marked, items.length, rowsOfPage(listRef.current))
    const item = items[marked]
    if (found !== null && found !== NO_ROW) setMarked(found)
    else if ((key === 'Enter' || key === ' ') && item !== undefined) onSelect(item.key)
    else return
    event.preventDefault()
  }
  return <PickerRows {...{ id, listRef, label, items, selected, onSelect, marked, onKeyDown }} isFocusable />
}

function SearchedList({ searchLabel = 'Найти в списке', items, selected, onSelect, label }: PickerListProps) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const shown = useMemo(() => searchItems(items, query, textOf), [items, query])
  // Opens at the selected item.
  const [marked, setMarked] = useState(() => items.findIndex(({ key }) => key === selected))
  // Renders the frame and the field first, the rows in a separate task.
  const isWhole = useDeferredValue(true, false)
  useEffect(() => input.current?.focus(), [])
  const search = (text: string) => {
    setQuery(text)
    // Enter selects the first match.
    setMarked(fold(text) === '' ? NO_ROW : 0)
    if (listRef.current) listRef.current.scrollTop = 0
  }
  const at = Math.min(marked, shown.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    // While there is text, these keys move the caret.
    if (query !== '' && (event.key === 'Home' || event.key === 'End')) return
    const to = rowAfter(event.key, at, shown.length, rowsOfPage(listRef.current))
    const item = shown[at]
    if (to !== null) setMarked(to)
    else if (event.key === 'Enter' && item !== undefined) onSelect(item.key)
    else if (event.key === 'Escape' && query !== '') {
      search('')
      // The next Escape closes the list.
      event.stopPropagation()
    } else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.search} data-empty={query === '' || undefined}>
        <Search size={18} aria-hidden />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={at === NO_ROW ? undefined : rowId(id, at)}
          aria-label={searchLabel}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className={styles.input}
          placeholder={searchLabel}
          value={query}
          onChange={({ target }) => search(target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          tabIndex={-1}
          className={styles.clear}
          aria-label="Очистить"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => search('')}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      <PickerRows
        {...{ id, listRef, label, selected, onSelect }}
        items={shown}
        marked={at}
        isToCome={!isWhole}
      />
    </>
  )
}

/** A search field and the list right after it; a short list has no field. */
export function PickerList(list: PickerListProps) {
  return isShort(list) ? <ShortList {...list} /> : <SearchedList {...list} />
}
