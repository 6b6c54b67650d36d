import { type RefObject, useEffect, useState } from 'react'
import { AT_REST_MS, makeScrollSpeed } from './scroll-speed.ts'

/** Rows that are drawn above and below what is seen. */
const SPARE = 8
/** The window moves by so many rows at a time, so that most of the scrolling draws nothing. */
const STEP = 4
/** What is drawn before anything is measured, by the server too: more than any screen shows. */
const AT_FIRST = 30

const scrollerOf = (list: HTMLElement): HTMLElement | null => {
  for (let box = list.parentElement; box !== null; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return null
}

/** Scrolls the row at this place of `count` into view, though it may not be drawn yet. */
export const bringIntoSight = (list: HTMLElement, at: number, count: number): void => {
  const scroller = scrollerOf(list)
  if (scroller === null) return
  const height = list.offsetHeight / count
  const above = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + at * height
  const below = above + height - scroller.clientHeight
  if (above < 0 || below > 0) scroller.scrollTop += above < 0 ? above : below
}

/** Rows `from` up to `to`; `isFlying`: they go by too fast to be read. */
interface RowWindow {
  from: number
  to: number
  isFlying: boolean
}

/** What is measured of a list of `count` rows, in rows: how many have gone by above, and how many fit into view. */
interface Seen {
  above: number
  fit: number
  count: number
}

/** What is drawn of it; `isNearEnd`: so little is left below what is seen that the next page is wanted. */
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
 * Which rows of a list of equally high ones are near what is seen. `onEnd` is called when the last of them come near:
 * as it is measured, so not before the first paint, nor while the list is not displayed.
 */
export function useRowWindow(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  onEnd: () => void,
): RowWindow {
  const [range, setRange] = useState<RowWindow>({ from: 0, to: AT_FIRST, isFlying: false })
  /** The length of the list whose end has come near; another length is measured anew. */
  const [endOf, setEndOf] = useState<number | null>(null)
  const isNearEnd = endOf === count
  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, onEnd])

  // After the paint: measured in the commit, the whole desk would be laid out within the task that draws it.
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
    // It tells the size it finds too, once the page has been laid out.
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
