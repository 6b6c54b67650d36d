/** A point on the picture, in its own pixels. */
export interface Point {
  x: number
  y: number
}

/** A mark on a picture: a stroke, a cover, an arrow, or text. */
export type Mark =
  | { kind: 'brush'; points: readonly Point[] }
  | { kind: 'cover'; points: readonly Point[]; width: number }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'words'; at: Point; text: string }

export type Tool = Mark['kind']

interface Size {
  width: number
  height: number
}

/** Width of a finger, in CSS pixels. */
const FINGER = 40
/** Minimum width as a fraction of the picture's longer side: on a large screen a mouse pointer is very thin. */
const THINNEST = 1 / 24

/**
 * Width of a covering stroke, in the picture's pixels: a finger's width at the shown size (`shown`: the picture's width on the
 * screen, in CSS pixels).
 */
export const coverWidth = ({ width, height }: Size, shown: number): number =>
  Math.max((FINGER * width) / Math.max(1, shown), Math.max(width, height) * THINNEST)

/** Whether a stroke returns to its start: then the enclosed area is covered too. */
export const isLoop = (points: readonly Point[], width: number): boolean => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 3) return false
  return Math.hypot(last.x - first.x, last.y - first.y) < 2 * width
}

/** The three corners of an arrowhead. */
export const headOf = (from: Point, to: Point, length: number): readonly [Point, Point, Point] => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number): Point => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [to, side(Math.PI / 7), side(-Math.PI / 7)]
}

/**
 * Position of a text of this size: the pressed point, or the nearest one that keeps the text inside the picture; `scale` < 1 if
 * it is wider than the picture.
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

/** A mark that would be invisible: an arrow without length, an empty text. A stroke of one point is a dot. */
export const isNothing = (mark: Mark): boolean => {
  if (mark.kind === 'words') return mark.text.trim() === ''
  if (mark.kind !== 'arrow') return mark.points.length === 0
  return Math.abs(mark.from.x - mark.to.x) < 4 && Math.abs(mark.from.y - mark.to.y) < 4
}
