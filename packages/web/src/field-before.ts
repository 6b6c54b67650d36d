let field: HTMLInputElement | null = null
let hasFocus = false

/**
 * Watches the prerendered field `data-goes-on`: the user may type into it before the app renders its own field over it. The
 * other prerendered fields are read-only; see src/prerendering.ts.
 * Called once, before the app is rendered.
 */
export const watchFieldBefore = (root: HTMLElement): void => {
  field = root.querySelector<HTMLInputElement>('input[data-goes-on]')
  hasFocus = field !== null && field === document.activeElement
  if (field === null) return
  field.addEventListener('focus', () => {
    hasFocus = true
  })
  // Removing the field from the page blurs it too. The user only leaves it by focusing another element or by a press elsewhere.
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (relatedTarget !== null) hasFocus = false
  })
  const press = ({ target }: PointerEvent) => {
    if (target !== field) hasFocus = false
    if (field === null) document.removeEventListener('pointerdown', press)
  }
  document.addEventListener('pointerdown', press)
}

/** Returns the text and focus of the removed prerendered field, for the component that replaces it; null if not removed. */
export const takeFieldBefore = (): { text: string; hasFocus: boolean } | null => {
  if (field === null || field.isConnected) return null
  const taken = { text: field.value, hasFocus }
  field = null
  return taken
}
