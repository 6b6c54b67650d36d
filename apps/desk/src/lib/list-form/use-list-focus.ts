import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusPart } from '../keep-focus.ts'

/** Beside a button that is off by now; never on the last one, which removes. */
const focusBeside = (button: Element): void => {
  const all = [...(button.parentElement?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.indexOf(button as HTMLElement)
  const others = [...all.slice(at + 1, -1), ...all.slice(0, at).reverse()]
  others.find((one) => !one.hasAttribute('disabled'))?.focus()
}

/** In a form of parts, its fieldsets, one that was added has the focus, and of two arrows the one that still moves. */
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
