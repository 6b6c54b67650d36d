import { type KeyboardEvent, useRef } from 'react'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

interface ArrowKeys {
  /** Esc with the focus in the field. */
  onEscape: () => void
  /** Enter with the focus in the field; `focusFirst` takes it to the first link. */
  onEnter: (focusFirst: () => void) => void
}

/**
 * Keyboard navigation from a search field through the links below it: arrows, Home and End; Esc and typing return to the field.
 * Spread `boxProps` on the element around both.
 */
export function useArrowKeys({ onEscape, onEnter }: ArrowKeys) {
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const inField = (event: KeyboardEvent, links: HTMLElement[]) => {
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Enter') onEnter(() => box.current?.querySelector('a')?.focus())
    else if (event.key === 'ArrowDown') links[0]?.focus()
    else if (event.key === 'ArrowUp') links.at(-1)?.focus()
    else return
    event.preventDefault()
  }

  const inList = (event: KeyboardEvent, links: HTMLElement[], at: number) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const to = step(at, links.length - 1)
      if (to < 0) field.current?.focus()
      else links[to]?.focus()
    } else if (event.key === 'Escape') field.current?.focus()
    // The field has the focus before the character is inserted, so it lands there.
    else if (
      /^[\p{L}\p{N}]$|^Backspace$/u.test(event.key) &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    )
      field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const links = [...(box.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (event.target === field.current) inField(event, links)
    else if (at >= 0) inList(event, links, at)
  }
  return { field, boxProps: { ref: box, onKeyDown } }
}
