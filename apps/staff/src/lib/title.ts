// The document's title, and before it, while nobody looks at the page, how many answers wait for its person.
let base = ''
let waiting = 0

const draw = (): void => {
  const title = `${document.hidden && waiting > 0 ? `(${waiting}) ` : ''}${base}`
  if (base !== '' && document.title !== title) document.title = title
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', draw)

export const setTitle = (title: string): void => {
  base = title
  draw()
}

/** Unread answers in all restaurants of the person. */
export const setWaiting = (count: number): void => {
  waiting = count
  draw()
}
