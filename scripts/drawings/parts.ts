import { escapeHtml } from '../../apps/server/src/http/escape-html.ts'

/** The colours of the product, and the basic shapes of all pictures. Each function returns SVG. */
const COLOURS = {
  ink: '#1d1a16',
  paper: '#f8f6f4',
  white: '#ffffff',
  line: '#dfdcd7',
  grey: '#848078',
  muted: '#5c5751',
  cobalt: '#2858cd',
  sky: '#e9f0fe',
  amber: '#f0b135',
  sand: '#fef0d4',
  red: '#be2323',
  rose: '#feebe9',
  green: '#0b7643',
  mint: '#e1f7e7',
} as const

/** A named colour, or a hex value for one that is used once. */
export type Colour = keyof typeof COLOURS | 'none' | `#${string}`

const isNamed = (colour: string): colour is keyof typeof COLOURS => colour in COLOURS
export const digitsOf = (colour: Colour): string => (isNamed(colour) ? COLOURS[colour] : colour)

export type Look = { fill?: Colour; stroke?: Colour; width?: number; r?: number; dash?: string }
export type Letters = {
  size?: number
  bold?: boolean
  fill?: Colour
  anchor?: 'start' | 'middle' | 'end'
  mono?: boolean
}

function look({ fill = 'white', stroke = 'ink', width = 5, dash }: Look): string {
  const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
  return `fill="${digitsOf(fill)}" stroke="${digitsOf(stroke)}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"${dashes}`
}

export function rect(x: number, y: number, w: number, h: number, how: Look = {}): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${how.r ?? 12}" ${look(how)}/>`
}

export function circle(x: number, y: number, r: number, how: Look = {}): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" ${look(how)}/>`
}

export function path(d: string, how: Look = {}): string {
  return `<path d="${d}" ${look({ fill: 'none', ...how })}/>`
}

export function text(x: number, y: number, words: string, how: Letters = {}): string {
  const { size = 28, bold = false, fill = 'ink', anchor = 'middle', mono = false } = how
  const family = mono ? 'DejaVu Sans Mono' : 'Liberation Sans, DejaVu Sans'
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${digitsOf(fill)}" text-anchor="${anchor}" xml:space="preserve">${escapeHtml(words)}</text>`
}

/** Lines of text below one another; `y` is the baseline of the first. */
export function lines(x: number, y: number, words: string[], how: Letters = {}): string {
  const step = (how.size ?? 28) * 1.3
  return words.map((word, index) => text(x, y + index * step, word, how)).join('')
}

/** A numbered mark for the legend below the picture. */
export function mark(n: number, x: number, y: number): string {
  return (
    circle(x, y, 26, { fill: 'cobalt', stroke: 'white', width: 4 }) +
    text(x, y + 11, String(n), { size: 32, bold: true, fill: 'white' })
  )
}

/** Marks numbered from 1, at these centres. */
export const marks = (...places: readonly [x: number, y: number][]): string =>
  places.map(([x, y], at) => mark(at + 1, x, y)).join('')

export function arrow(x1: number, y1: number, x2: number, y2: number, stroke: Colour = 'ink'): string {
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const at = (turn: number) =>
    `${(x2 - 20 * Math.cos(angle + turn)).toFixed(1)} ${(y2 - 20 * Math.sin(angle + turn)).toFixed(1)}`
  return path(`M${x1} ${y1}L${x2} ${y2}M${at(0.55)}L${x2} ${y2}L${at(-0.55)}`, { stroke, width: 6 })
}

/** A box with a title and text below it. */
export function card(
  x: number,
  y: number,
  w: number,
  h: number,
  words: string[],
  how: Look & Letters = {},
): string {
  const size = how.size ?? 28
  const top = y + h / 2 - ((words.length - 1) * size * 1.3) / 2 + size * 0.36
  return (
    rect(x, y, w, h, how) +
    lines(x + w / 2, top, words, { bold: how.bold, size, fill: how.stroke === 'cobalt' ? 'cobalt' : 'ink' })
  )
}

export function at(x: number, y: number, scale: number, ...shapes: string[]): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${shapes.join('')}</g>`
}

export function svg(width: number, height: number, background: Colour, ...shapes: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${digitsOf(background)}"/>${shapes.join('')}</svg>`
}

/** A shape without an edge. */
export const bare = { stroke: 'none' } as const

/** A picture of an article. 960 × 540. */
export const picture = (...shapes: string[]): string => svg(960, 540, 'paper', ...shapes)
