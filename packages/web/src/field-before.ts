let field: HTMLInputElement | null = null
let hasFocus = false

/**
 * Follows the field `data-goes-on` that came with the page: a person may write into it before the app draws its own over
 * it. The other fields take no letters before; see src/prerendering.ts.
 * Called once, before the app is drawn.
 */
export const watchFieldBefore = (root: HTMLElement): void => {
  field = root.querySelector<HTMLInputElement>('input[data-goes-on]')
  hasFocus = field !== null && field === document.activeElement
  if (field === null) return
  field.addEventListener('focus', () => {
    hasFocus = true
  })
  // Being taken out of the page ends the focus too. By the person's will it goes somewhere, or a press sends it away.
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (relatedTarget !== null) hasFocus = false
  })
  const press = ({ target }: PointerEvent) => {
    if (target !== field) hasFocus = false
    if (field === null) document.removeEventListener('pointerdown', press)
  }
  document.addEventListener('pointerdown', press)
}

/** Text and focus of the page's own field, once it is gone: whoever draws the field in its place goes on with them. */
export const takeFieldBefore = (): { text: string; hasFocus: boolean } | null => {
  if (field === null || field.isConnected) return null
  const taken = { text: field.value, hasFocus }
  field = null
  return taken
}
