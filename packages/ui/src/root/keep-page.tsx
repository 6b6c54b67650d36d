const keep = (event: DragEvent): void => {
  const { dataTransfer, target } = event
  const isInput = target instanceof HTMLInputElement && target.type === 'file' && !target.disabled
  const isTaken = event.defaultPrevented || isInput
  if (isTaken || dataTransfer === null || !dataTransfer.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** A browser opens a dropped file that nothing takes, and so leaves the page with all that is typed there: it does not any more. */
export const keepPageAtDrop = (): void => {
  for (const name of ['dragover', 'drop'] as const) document.addEventListener(name, keep)
}
