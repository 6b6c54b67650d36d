import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FOCUSABLE = ['button', 'input', 'select', 'textarea'].map((one) => `${one}:not([disabled])`).join()

const isOff = (one: Element): boolean => one.hasAttribute('disabled')

/** A part has the focus as a whole, by its name: a second press of the same key then does nothing to it. */
const focusPart = (part: Element): void => {
  if (!(part instanceof HTMLElement)) return
  part.tabIndex = -1
  part.focus()
}

/** The first of these that takes the focus. */
const focusFirst = (places: readonly Element[]): void => {
  const place = places.find((one) => one.matches('fieldset') || one.querySelector(FOCUSABLE) !== null)
  if (place?.matches('fieldset')) focusPart(place)
  else place?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
}

/** Beside a button that is off by now; never on the last one, which removes. */
const focusBeside = (button: Element): void => {
  const all = [...(button.parentElement?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.indexOf(button as HTMLElement)
  const others = [...all.slice(at + 1, -1), ...all.slice(0, at).reverse()]
  others.find((one) => !isOff(one))?.focus()
}

/**
 * In a form of parts, its fieldsets, the focus stays with the work: a part that was added has it, what comes after one that
 * was removed, and of two arrows the one that still moves. Else it would be back at the page's beginning.
 */
export const useListFocus = (form: RefObject<HTMLFormElement | null>): void => {
  const held = useRef<{ element: HTMLElement; at: number } | null>(null)
  const seen = useRef<readonly Element[]>([])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const at = [...(form.current?.children ?? [])].findIndex((part) => part.contains(target as Node))
      held.current = at === -1 ? null : { element: target as HTMLElement, at }
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [form])
  useLayoutEffect(() => {
    const places = [...(form.current?.children ?? [])]
    const fresh = places.filter((part) => part.matches('fieldset') && !seen.current.includes(part))
    seen.current = places
    if (held.current === null) return
    const { element, at } = held.current
    const [added] = fresh
    if (added !== undefined && fresh.length === 1 && element.matches('[data-adds]')) focusPart(added)
    else if (document.activeElement !== document.body && document.activeElement !== element) return
    else if (!element.isConnected) focusFirst(places.slice(at))
    else if (isOff(element)) focusBeside(element)
  })
}
