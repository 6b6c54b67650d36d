import { type RefObject, useCallback, useEffect, useRef } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Fields whose text is worth a question: not what is looked for, a secret, or what is told to be of no weight. */
const WEIGHTY = ['textarea', ...['text', 'email', 'tel', 'url'].map((type) => `input[type=${type}]`)].map(
  (one) => `${one}:not([role=combobox], [autocomplete=one-time-code], [readonly], [data-passing])`,
)

const textOf = (target: EventTarget | null): TextControl | null =>
  target instanceof Element && target.matches(WEIGHTY.join()) ? (target as TextControl) : null

/**
 * Whether something was typed within an element that would be lost with it. While there is, and `isWatched`, a reload is
 * asked about by the browser.
 */
export function useTyped(box: RefObject<HTMLElement | null>, isWatched: boolean): () => boolean {
  const before = useRef(new Map<TextControl, string>())
  const hasTyped = useCallback(
    () =>
      [...before.current].some(
        ([field, was]) => field.isConnected && field.value !== was && field.value.trim() !== '',
      ),
    [],
  )
  useEffect(() => {
    const element = box.current
    if (!isWatched || element === null) return
    const fields = before.current
    const remember = ({ target }: Event) => {
      const field = textOf(target)
      if (field !== null && !fields.has(field)) fields.set(field, field.value)
    }
    const ask = (event: Event) => {
      if (hasTyped()) event.preventDefault()
    }
    // A field that has the focus from the start tells of itself with its first letter.
    element.addEventListener('focusin', remember)
    element.addEventListener('beforeinput', remember)
    window.addEventListener('beforeunload', ask)
    return () => {
      element.removeEventListener('focusin', remember)
      element.removeEventListener('beforeinput', remember)
      window.removeEventListener('beforeunload', ask)
    }
  }, [box, isWatched, hasTyped])
  return hasTyped
}
