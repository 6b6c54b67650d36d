import { announce } from '@podmoga/ui/live-region/live-region'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { contextOf, drawMarks, drawPicture } from './draw-marks.ts'
import { coverWidth, type Point, type Tool } from './marks.ts'
import styles from './picture.module.css'
import { PICTURE } from './picture.texts.ts'
import type { Marks } from './use-marks.ts'

/** Canvas size: enough pixels for a phone; the file keeps its own size. */
const SHOWN_PX = 1200
const STEP = 0.02
const LEAP = 0.1

interface PictureStageProps {
  name: string
  picture: ImageBitmap
  tool: Tool
  /** The text of the text tool. */
  text: string
  marks: Marks
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture being marked, by touch, mouse or, with a crosshair, the keyboard. */
export function PictureStage({ name, picture, tool, text, marks }: PictureStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // The picture with its finished marks: only the mark being drawn is redrawn.
  const [standing, setStanding] = useState<HTMLCanvasElement | null>(null)
  const pointer = useRef<number | null>(null)
  const [aim, setAim] = useState<Point | null>(null)
  const scale = Math.min(1, SHOWN_PX / Math.max(picture.width, picture.height))

  const { marks: done, making } = marks
  useLayoutEffect(() => {
    const below = document.createElement('canvas')
    drawPicture(below, picture, scale, done)
    setStanding(below)
  }, [picture, scale, done])
  useLayoutEffect(() => {
    const shown = canvas.current
    if (shown === null || standing === null) return
    if (shown.width !== standing.width) shown.width = standing.width
    if (shown.height !== standing.height) shown.height = standing.height
    const context = contextOf(shown)
    context.drawImage(standing, 0, 0)
    if (making !== null) drawMarks(context, scale, [making])
  }, [scale, making, standing])

  const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * picture.width,
      y: ((event.clientY - box.top) / box.height) * picture.height,
    }
  }
  const start = (at: Point, shown: HTMLCanvasElement) =>
    marks.start(tool, at, text, coverWidth(picture, shown.getBoundingClientRect().width))
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    // A second finger does not start another mark.
    if (pointer.current !== null || event.button !== 0) return
    pointer.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    setAim(null)
    start(pointOf(event), event.currentTarget)
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.pointerId === pointer.current) marks.move(pointOf(event))
  }
  const end = (event: PointerEvent<HTMLCanvasElement>, isKept: boolean) => {
    if (event.pointerId !== pointer.current) return
    pointer.current = null
    if (isKept) marks.finish()
    else marks.drop()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const step = STEPS[event.key]
    const { width, height } = picture
    const from = aim ?? { x: width / 2, y: height / 2 }
    if (step !== undefined) {
      event.preventDefault()
      const by = event.shiftKey ? LEAP : STEP
      const to = {
        x: Math.min(width, Math.max(0, from.x + step[0] * by * width)),
        y: Math.min(height, Math.max(0, from.y + step[1] * by * height)),
      }
      setAim(to)
      marks.move(to)
      announce(PICTURE.aim(Math.round((to.x / width) * 100), Math.round((to.y / height) * 100)))
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      setAim(from)
      if (marks.making !== null) marks.finish()
      else start(from, event.currentTarget)
    }
  }
  return (
    <div className={styles.stage}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing area, operated by keys too */}
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="application"
        aria-label={PICTURE.stage(name)}
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => end(event, true)}
        onPointerCancel={(event) => end(event, false)}
        onKeyDown={onKeyDown}
      />
      {aim !== null && (
        <span
          className={styles.aim}
          aria-hidden
          style={{ left: `${(aim.x / picture.width) * 100}%`, top: `${(aim.y / picture.height) * 100}%` }}
        />
      )}
    </div>
  )
}
