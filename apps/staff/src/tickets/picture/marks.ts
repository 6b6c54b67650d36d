/** A place on the picture, in its own pixels. */
export interface Point {
  x: number
  y: number
}

/** What is put on a picture: a stroke, a place that nobody may read, an arrow, a few words. */
export type Mark =
  | { kind: 'brush'; points: readonly Point[] }
  | { kind: 'cover'; from: Point; to: Point; seed: number }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'words'; at: Point; text: string }

export type Tool = Mark['kind']

interface Size {
  width: number
  height: number
}

export interface Area extends Size, Point {}

/** The part of a picture between two of its corners, in whole pixels; null when nothing of it is left. */
export const areaOf = (from: Point, to: Point, { width, height }: Size): Area | null => {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const x = Math.floor(within(Math.min(from.x, to.x), width))
  const y = Math.floor(within(Math.min(from.y, to.y), height))
  const right = Math.ceil(within(Math.max(from.x, to.x), width))
  const bottom = Math.ceil(within(Math.max(from.y, to.y), height))
  return right - x < 2 || bottom - y < 2 ? null : { x, y, width: right - x, height: bottom - y }
}

const BLOCKS_ACROSS = 3
const SMALLEST_BLOCK = 16

/** Into how few blocks a covered area falls: three across its short side, and never so small that a digit has two. */
export const blocksOf = ({ width, height }: Size): { columns: number; rows: number } => {
  const block = Math.max(SMALLEST_BLOCK, Math.min(width, height) / BLOCKS_ACROSS)
  return {
    columns: Math.max(1, Math.round(width / block)),
    rows: Math.max(1, Math.round(height / block)),
  }
}

/** A small generator of its own, so that the same mark looks the same each time it is drawn. */
const noise = (seed: number) => {
  let state = seed
  return () => {
    state += 0x9e3779b9
    const once = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
    return ((twice ^ (twice >>> 15)) >>> 0) / 2 ** 32
  }
}

const STEP = 48

/**
 * Takes from the blocks of a covered area what their means still tell: coarse steps of colour, and chance on top. A mosaic
 * of plain means can be read back when it is known that digits were under it. Changes `pixels` (RGBA).
 */
export const blur = (pixels: Uint8ClampedArray, seed: number): void => {
  const next = noise(seed)
  for (let at = 0; at < pixels.length; at += 4) {
    const chance = (next() - 0.5) * STEP
    for (let channel = 0; channel < 3; channel += 1) {
      const value = pixels[at + channel] ?? 0
      pixels[at + channel] = Math.round(value / STEP) * STEP + chance
    }
    pixels[at + 3] = 255
  }
}

/** The three corners of an arrow's head. */
export const headOf = (from: Point, to: Point, length: number): readonly [Point, Point, Point] => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number): Point => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [to, side(Math.PI / 7), side(-Math.PI / 7)]
}

/**
 * Where words of this width and height stand: at the place that was pressed, or as near to it as keeps them in the
 * picture; smaller (`scale`) where they are wider than it.
 */
export const fitWords = (at: Point, words: Size, picture: Size): Point & { scale: number } => {
  const scale = Math.min(1, picture.width / words.width)
  const half = (words.height * scale) / 2
  return {
    x: Math.max(0, Math.min(at.x, picture.width - words.width * scale)),
    y: Math.max(half, Math.min(at.y, picture.height - half)),
    scale,
  }
}

/** A mark that would not be seen: a press without a move, no words. */
export const isNothing = (mark: Mark): boolean => {
  if (mark.kind === 'words') return mark.text.trim() === ''
  if (mark.kind === 'brush') return mark.points.length === 0
  return Math.abs(mark.from.x - mark.to.x) < 4 && Math.abs(mark.from.y - mark.to.y) < 4
}
