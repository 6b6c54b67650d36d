import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

export const MAX_SCALE = 5
const STEP = 1.5
const CLOSE_PX = 96

interface View {
  scale: number
  x: number
  y: number
}
type Point = Pick<View, 'x' | 'y'>

const HOME: View = { scale: 1, x: 0, y: 0 }

/** Scales a view by `factor` keeping the point `at` (from the centre of the stage) where it is. */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  if (scale === 1) return HOME
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})
const spread = ([a, b]: Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** Zoom and pan of a stage by wheel, pinch, drag and double click; a drag down at scale 1 calls `onClose`. */
export function useZoom(stage: RefObject<HTMLElement | null>, onClose: () => void) {
  const [view, setView] = useState<View>(HOME)
  const fingers = useRef(new Map<number, Point>())
  const dropped = useRef(0)
  const fromCentre = (event: { clientX: number; clientY: number }): Point => ({
    x: event.clientX - window.innerWidth / 2,
    y: event.clientY - window.innerHeight / 2,
  })
  useEffect(() => {
    const element = stage.current
    // React's wheel listeners are passive and could not keep the page behind from scrolling
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      setView((now) => zoomAt(now, Math.exp(-event.deltaY / 300), fromCentre(event)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
  const settle = (event: PointerEvent) => {
    const wasOne = fingers.current.size === 1
    fingers.current.delete(event.pointerId)
    if (wasOne && view.scale === 1) {
      if (dropped.current > CLOSE_PX && event.type === 'pointerup') onClose()
      else setView(HOME)
    }
    dropped.current = 0
  }
  const stageProps = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, fromCentre(event))
    },
    onPointerMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return
      const before = [...fingers.current.values()]
      fingers.current.set(event.pointerId, fromCentre(event))
      const after = [...fingers.current.values()]
      const [from, to] = [middle(before), middle(after)]
      if (after.length === 1 && event.pointerType !== 'mouse') dropped.current += to.y - from.y
      setView((now) => {
        const moved = { ...now, x: now.x + to.x - from.x, y: now.y + to.y - from.y }
        if (after.length > 1) return zoomAt(moved, spread(after) / (spread(before) || 1), to)
        return now.scale === 1 ? { ...HOME, y: Math.max(0, moved.y) } : moved
      })
    },
    onPointerUp: settle,
    onPointerCancel: settle,
    onDoubleClick: (event: { clientX: number; clientY: number }) =>
      setView((now) => (now.scale > 1 ? HOME : zoomAt(now, 2.5, fromCentre(event)))),
  }
  return {
    view,
    stageProps,
    zoomIn: () => setView((now) => zoomAt(now, STEP, { x: 0, y: 0 })),
    zoomOut: () => setView((now) => zoomAt(now, 1 / STEP, { x: 0, y: 0 })),
  }
}
