import { type RefObject, useEffect, useState } from 'react'
import { AT_REST_MS, makeScrollSpeed } from './scroll-speed.ts'

/** Rows rendered above and below the viewport. */
const SPARE = 8
/** The window moves in steps of this many rows, so that most scroll events render nothing. */
const STEP = 4
/** Rows rendered before measuring, also on the server: more than any screen fits. */
const AT_FIRST = 30

const scrollerOf = (list: HTMLElement): HTMLElement | null => {
  for (let box = list.parentElement; box !== null; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return null
}

/** Scrolls row `at` of `count` into view, even if it is not rendered yet. */
export const bringIntoSight = (list: HTMLElement, at: number, count: number): void => {
  const scroller = scrollerOf(list)
  if (scroller === null) return
  const height = list.offsetHeight / count
  const above = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + at * height
  const below = above + height - scroller.clientHeight
  if (above < 0 || below > 0) scroller.scrollTop += above < 0 ? above : below
}

/** Rows from `from` up to `to`; `isFlying`: scrolling is too fast to read them. */
interface RowWindow {
  from: number
  to: number
  isFlying: boolean
}

/** Measurements of a list of `count` rows, in rows: scrolled past above, and fitting into the viewport. */
interface Seen {
  above: number
  fit: number
  count: number
}

/** The rows to render; `isNearEnd`: few rows are left below the viewport, the next page is needed. */
export const windowOf = ({
  above,
  fit,
  count,
}: Seen): Omit<RowWindow, 'isFlying'> & { isNearEnd: boolean } => {
  const first = Math.floor(above / STEP) * STEP
  return {
    from: Math.max(0, first - SPARE),
    to: Math.max(AT_FIRST, first + fit + STEP + SPARE),
    isNearEnd: above + fit + SPARE >= count,
  }
}

/**
 * Window of rows near the viewport, for a list of rows of equal height. `onEnd` is called when the end comes near; as this
 * is measured, not before the first paint and not while the list is hidden.
 */
export function useRowWindow(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  onEnd: () => void,
): RowWindow {
  const [range, setRange] = useState<RowWindow>({ from: 0, to: AT_FIRST, isFlying: false })
  /** The list length at which the end came near; measured again when the length changes. */
  const [endOf, setEndOf] = useState<number | null>(null)
  const isNearEnd = endOf === count
  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, onEnd])

  // After paint: measuring in a layout effect would force layout of the whole desk in the rendering task.
  useEffect(() => {
    const box = list.current
    const scroller = box === null ? null : scrollerOf(box)
    if (box === null || scroller === null || count === 0) return
    const flies = makeScrollSpeed()
    let landing: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(landing)
      const height = box.offsetHeight / count
      if (height === 0) return
      const above = scroller.getBoundingClientRect().top - box.getBoundingClientRect().top
      const isFlying = flies(above / height, performance.now())
      if (isFlying) landing = setTimeout(look, AT_REST_MS)
      const fit = Math.ceil(scroller.clientHeight / height)
      const { from, to, isNearEnd } = windowOf({ above: above / height, fit, count })
      setEndOf(isNearEnd ? count : null)
      setRange((now) =>
        now.from === from && now.to === to && now.isFlying === isFlying ? now : { from, to, isFlying },
      )
    }
    // Also fires once initially, after layout.
    const size = new ResizeObserver(look)
    size.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(landing)
      size.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [list, count])
  return range
}
