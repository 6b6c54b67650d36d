import { fitWords, headOf, isLoop, type Mark, type Point } from './marks.ts'

type Canvas = HTMLCanvasElement
type Context = CanvasRenderingContext2D

const INK = '#e0201b'
const EDGE = '#fff'
const COVER = '#222'

export const contextOf = (canvas: Canvas): Context => {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  return context
}

/** Line width for a picture of this size, in its pixels. */
const lineOf = ({ width, height }: { width: number; height: number }): number =>
  Math.max(3, Math.max(width, height) / 110)

const path = (context: Context, points: readonly Point[]): void => {
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  const [only] = points
  if (points.length === 1 && only !== undefined) context.lineTo(only.x + 0.1, only.y)
}

/** Covers a stroke and the area that it encloses: with a single opaque colour, so that nothing underneath can be recovered. */
const cover = (context: Context, { points, width }: Extract<Mark, { kind: 'cover' }>): void => {
  path(context, points)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = width
  context.strokeStyle = COVER
  context.fillStyle = COVER
  context.stroke()
  if (isLoop(points, width)) context.fill()
}

/** Ink with a white edge: visible on a dark screen and on a white receipt. */
const stroke = (context: Context, line: number): void => {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = EDGE
  context.lineWidth = line * 1.7
  context.stroke()
  context.strokeStyle = INK
  context.lineWidth = line
  context.stroke()
}

const arrow = (context: Context, line: number, { from, to }: { from: Point; to: Point }): void => {
  const [tip, left, right] = headOf(from, to, line * 5)
  path(context, [from, to])
  context.moveTo(left.x, left.y)
  context.lineTo(tip.x, tip.y)
  context.lineTo(right.x, right.y)
  stroke(context, line)
}

const words = (
  context: Context,
  line: number,
  picture: { width: number; height: number },
  { at, text }: { at: Point; text: string },
): void => {
  const write = (scale: number) => {
    context.font = `600 ${line * 6 * scale}px system-ui, sans-serif`
    context.lineWidth = line * 1.5 * scale
  }
  write(1)
  const edge = line * 1.5
  const width = context.measureText(text).width + 2 * edge
  const { x, y, scale } = fitWords({ x: at.x - edge, y: at.y }, { width, height: line * 8 }, picture)
  write(scale)
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.strokeStyle = EDGE
  context.strokeText(text, x + edge * scale, y)
  context.fillStyle = INK
  context.fillText(text, x + edge * scale, y)
}

/** Draws marks over a canvas's content; `scale`: canvas pixels per picture pixel. */
export const drawMarks = (context: Context, scale: number, marks: readonly Mark[]): void => {
  const { canvas } = context
  const size = { width: canvas.width / scale, height: canvas.height / scale }
  const line = lineOf(size)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  for (const mark of marks) {
    if (mark.kind === 'cover') cover(context, mark)
    else if (mark.kind === 'arrow') arrow(context, line, mark)
    else if (mark.kind === 'words') words(context, line, size, mark)
    else {
      path(context, mark.points)
      stroke(context, line)
    }
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
}

/** Draws a picture at `scale` with its marks. */
export const drawPicture = (
  canvas: Canvas,
  picture: ImageBitmap,
  scale: number,
  marks: readonly Mark[],
): void => {
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  drawMarks(context, scale, marks)
}

/** A new file of the picture with its marks. A PNG stays a PNG; other types become JPEG. */
export const markedFile = async (file: File, picture: ImageBitmap, marks: readonly Mark[]): Promise<File> => {
  const canvas = document.createElement('canvas')
  drawPicture(canvas, picture, 1, marks)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (blob === null) throw new Error('no picture')
  return new File([blob], file.name, { type })
}
