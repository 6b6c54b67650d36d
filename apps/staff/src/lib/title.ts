// The document's title, prefixed with the number of unread replies while the page is hidden.
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

/** Sets the number of unread replies in all of the user's restaurants. */
export const setWaiting = (count: number): void => {
  waiting = count
  draw()
}
