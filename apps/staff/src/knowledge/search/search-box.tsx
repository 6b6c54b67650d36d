import { wellFormed } from '@podmoga/contract/fields/fields'
import type { MaterialItem } from '@podmoga/contract/knowledge'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { takeFieldBefore } from '@podmoga/web/field-before'
import { useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useArrowKeys } from '../article/use-arrow-keys.ts'
import { useInteractOutside } from '../article/use-interact-outside.ts'
import { materialHref } from '../hrefs.ts'
import { searchQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './search.module.css'
import { SearchResults } from './search-results.tsx'

const DEBOUNCE_MS = 300

/** The query typed at each history entry: Back from an article shows its results again. */
const typed = new Map<string, string>()

/** A backend that does not send `sure` is taken as sure. */
const isSure = ({ sure }: MaterialItem): boolean => sure !== false

/** «Поиск в базе знаний»: the field and the results right after it. */
export function SearchBox() {
  const { key } = useLocation()
  const scope = useScope()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [text, setText] = useState(() => typed.get(key) ?? '')
  const [isOpen, setOpen] = useState(true)
  const wanted = wellFormed(text).replace(/\s+/g, ' ').trim()
  const query = useDebounced(wanted, DEBOUNCE_MS)
  const latest = useRef(text)

  const change = (next: string) => {
    latest.current = next
    setText(next)
    setOpen(true)
  }
  const clear = () => change('')
  /** Opens the first sure hit; without one, the focus moves to the results. */
  const enter = async (focusFirst: () => void) => {
    if (wanted === '') return
    const asked = latest.current
    const found = await queryClient.fetchQuery(searchQuery(scope, wanted)).catch(() => [])
    if (latest.current !== asked) return
    const first = found.find(isSure)
    if (first) void navigate(materialHref(scope.restaurantId, first))
    else focusFirst()
  }
  const { field, boxProps } = useArrowKeys({
    onEscape: clear,
    onEnter: (focusFirst) => void enter(focusFirst),
  })
  const isShown = isOpen && wanted !== ''
  const leave = useCallback(() => setOpen(false), [])
  const onBlur = useInteractOutside(boxProps.ref, isShown, leave)

  // Takes over the text and focus of the prerendered field that this one replaces.
  const takeOverField = useEffectEvent(() => {
    const before = takeFieldBefore()
    if (before === null) return
    if (before.text !== '') change(before.text)
    if (before.hasFocus) field.current?.focus()
  })
  useLayoutEffect(() => takeOverField(), [])
  useEffect(
    () => () => {
      typed.set(key, latest.current)
    },
    [key],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the field and the links inside
    <div className={styles.box} {...boxProps} onBlur={onBlur}>
      <div className={styles.field}>
        <Search size={22} aria-hidden className={styles.lens} />
        <input
          ref={field}
          type="search"
          data-goes-on
          className={styles.input}
          aria-label={KNOWLEDGE.search}
          placeholder={KNOWLEDGE.search_placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => change(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
        />
        {text !== '' && (
          <IconButton
            label={KNOWLEDGE.clear}
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            <X size={20} aria-hidden />
          </IconButton>
        )}
      </div>
      {isShown && <SearchResults query={query} />}
    </div>
  )
}
