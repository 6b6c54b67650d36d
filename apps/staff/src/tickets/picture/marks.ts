/** A place on the picture, in its own pixels. */
export interface Point {
  x: number
  y: number
}

/** What is put on a picture: a stroke, a place that nobody may read, an arrow, a few words. */
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

/** A finger on a screen, in its CSS pixels. */
const FINGER = 40
/** Never thinner than this part of the picture's longer side: on a large screen a mouse is a needle. */
const THINNEST = 1 / 24

/**
 * How wide a stroke hides what is under it, in the picture's pixels: a finger's width as the picture is shown
 * (`shown`: its width on the screen, in CSS pixels).
 */
export const coverWidth = ({ width, height }: Size, shown: number): number =>
  Math.max((FINGER * width) / Math.max(1, shown), Math.max(width, height) * THINNEST)

/** Whether a stroke comes back to where it began: then what it goes around is meant as well. */
export const isLoop = (points: readonly Point[], width: number): boolean => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 3) return false
  return Math.hypot(last.x - first.x, last.y - first.y) < 2 * width
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

/** A mark that would not be seen: an arrow without a move, no words. A press alone is a dot. */
export const isNothing = (mark: Mark): boolean => {
  if (mark.kind === 'words') return mark.text.trim() === ''
  if (mark.kind !== 'arrow') return mark.points.length === 0
  return Math.abs(mark.from.x - mark.to.x) < 4 && Math.abs(mark.from.y - mark.to.y) < 4
}
