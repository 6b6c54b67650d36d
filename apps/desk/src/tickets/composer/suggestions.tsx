import { cx } from '@podmoga/ui/lib/cx'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './composer.module.css'

/** An option of the list. */
export interface Suggestion {
  key: string
  title: string
  hint?: string
}

interface SuggestionsNeeds {
  label: string
  /** Null: the list is closed. */
  items: readonly Suggestion[] | null
  onPick: (key: string) => void
  onLeave: () => void
}

/** A list over a text field, navigated by keys while the focus stays in the field. */
export function useSuggestions({ label, items, onPick, onLeave }: SuggestionsNeeds) {
  const id = useId()
  const count = items?.length ?? 0
  const list = `${count} ${items?.[0]?.key}`
  const [stood, setStood] = useState({ list, at: 0 })
  // A different list starts at its first option.
  const at = stood.list === list ? stood.at : 0
  const isOpen = count > 0
  const chosen = items?.[at]

  /** Returns true if the list has handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setStood({ list, at: (at + (event.key === 'ArrowDown' ? 1 : count - 1)) % count })
    else if (event.key === 'Enter' && chosen !== undefined) onPick(chosen.key)
    else if (event.key === 'Escape') onLeave()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    onKey,
    fieldProps: isOpen
      ? ({
          'aria-autocomplete': 'list',
          'aria-controls': id,
          'aria-activedescendant': `${id}-${chosen?.key}`,
        } as const)
      : {},
    list: isOpen && (
      <div id={id} role="listbox" aria-label={label} className={styles.suggestions}>
        {items?.map(({ key, title, hint }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            key={key}
            id={`${id}-${key}`}
            role="option"
            tabIndex={-1}
            aria-selected={key === chosen?.key}
            className={cx(styles.suggestion, key === chosen?.key && styles.suggested)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(key)}
          >
            <b>{title}</b>
            {hint !== undefined && <span>{hint}</span>}
          </div>
        ))}
      </div>
    ),
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
