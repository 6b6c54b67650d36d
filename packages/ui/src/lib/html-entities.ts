const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi

/** Decodes HTML entities; an unknown one is kept as is. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))
      : (NAMED[name] ?? whole),
  )

/** Escapes a text for HTML, between tags or inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
