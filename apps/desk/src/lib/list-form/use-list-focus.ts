import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusPart } from '../keep-focus.ts'

/** Focuses an enabled sibling of a button that has been disabled; never the last sibling, which removes the part. */
const focusBeside = (button: Element): void => {
  const all = [...(button.parentElement?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.indexOf(button as HTMLElement)
  const others = [...all.slice(at + 1, -1), ...all.slice(0, at).reverse()]
  others.find((one) => !one.hasAttribute('disabled'))?.focus()
}

/** In a form of fieldsets: focuses a fieldset that was added, and the other arrow when the pressed one is disabled. */
export const useListFocus = (form: RefObject<HTMLFormElement | null>): void => {
  const pressed = useRef<Element | null>(null)
  const seen = useRef<readonly Element[]>([])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      pressed.current = target as Element
    }
    const element = form.current
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [form])
  useLayoutEffect(() => {
    const parts = [...(form.current?.querySelectorAll<HTMLElement>(':scope > fieldset') ?? [])]
    const fresh = parts.filter((part) => !seen.current.includes(part))
    seen.current = parts
    const button = pressed.current
    if (button === null || (document.activeElement !== document.body && document.activeElement !== button))
      return
    const [added] = fresh
    if (added !== undefined && fresh.length === 1 && button.matches('[data-adds]')) focusPart(added)
    else if (button.isConnected && button.hasAttribute('disabled')) focusBeside(button)
  })
}
