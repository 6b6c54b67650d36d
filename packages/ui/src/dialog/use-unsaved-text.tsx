import { type RefObject, useCallback, useEffect, useRef } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Fields whose text is worth a confirmation: not searches, passwords, one-time codes, or fields marked `data-passing`. */
const GUARDED_FIELDS = [
  'textarea',
  ...['text', 'email', 'tel', 'url'].map((type) => `input[type=${type}]`),
].map((one) => `${one}:not([role=combobox], [autocomplete=one-time-code], [readonly], [data-passing])`)

const textOf = (target: EventTarget | null): TextControl | null =>
  target instanceof Element && target.matches(GUARDED_FIELDS.join()) ? (target as TextControl) : null

/**
 * Returns a function that tells whether unsaved text was typed within an element. While there is some, and `isWatched`, the
 * browser asks before a reload.
 */
export function useUnsavedText(box: RefObject<HTMLElement | null>, isWatched: boolean): () => boolean {
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
    // `beforeinput` covers a field that had the focus before the listener was added.
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
