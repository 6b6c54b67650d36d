let region: HTMLElement | null = null
let latest = 0

/** One polite live region for the whole page, made on first use and kept. */
function liveRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'polite')
  // react-aria hides everything outside an open dialog; announcements must still be read
  region.setAttribute('data-live-announcer', 'true')
  Object.assign(region.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  })
  document.body.append(region)
  return region
}

/** Makes the live region early, so that the very first announcement is not missed. */
export const prepareAnnouncer = (): void => void liveRegion()

/** Announces a text once to assistive technology, politely. A newer text replaces one not yet spoken. */
export function announce(text: string): void {
  const target = liveRegion()
  latest += 1
  const mine = latest
  target.textContent = ''
  // the same text twice in a row is only spoken if the region was empty in between
  setTimeout(() => {
    if (mine === latest) target.textContent = text
  }, 50)
  // a user browsing the page should not find stale announcements
  setTimeout(() => {
    if (mine === latest) target.textContent = ''
  }, 7_000)
}
