const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi

/** A text of HTML as it is read: its entities become characters, an unknown one stays as it stands. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))
      : (NAMED[name] ?? whole),
  )

/** A text as it stands in HTML, between tags or inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
