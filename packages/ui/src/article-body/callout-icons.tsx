const CIRCLE = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z'

/** The path data of each callout kind's icon, in a 24 × 24 box. */
export const CALLOUT_ICONS: Record<string, string> = {
  info: `${CIRCLE}M12 16v-4M12 8h.01`,
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  danger: `${CIRCLE}M12 8v4M12 16h.01`,
  success: `${CIRCLE}m9 12 2 2 4-4`,
}

/** Attributes of the icon's element. */
export const CALLOUT_ICON = {
  viewBox: '0 0 24 24',
  width: '20',
  height: '20',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
}

/** The icon as markup. */
export const calloutIcon = (kind: string): string => {
  const facts = Object.entries(CALLOUT_ICON).map(([name, value]) => `${name}="${value}"`)
  return `<svg ${facts.join(' ')}><path d="${CALLOUT_ICONS[kind] ?? ''}"></path></svg>`
}
