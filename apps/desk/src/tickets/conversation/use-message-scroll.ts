import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const END_PX = 50
const TOP_PX = 200

/**
 * Scroll position of a conversation: it opens at its end and sticks to it as it grows. Elsewhere the first visible message
 * keeps its position when content is added above. Messages are found by `data-message`.
 */
export function useMessageScroll(onNearTop: () => void) {
  const region = useRef<HTMLElement>(null)
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)

  const remember = useCallback(() => {
    const box = region.current
    if (box === null) return
    const left = box.scrollHeight - box.scrollTop - box.clientHeight
    sticks.current = left <= END_PX
    setAtEnd(sticks.current)
    const edge = box.getBoundingClientRect().top
    for (const message of box.querySelectorAll<HTMLElement>('[data-message]')) {
      const { top, bottom } = message.getBoundingClientRect()
      if (bottom <= edge + 1) continue
      // Relative to the content, so that scrolling in between does not matter.
      anchor.current = { id: message.dataset.message ?? '', top: top - edge + box.scrollTop }
      break
    }
  }, [])

  const hold = useCallback(() => {
    const box = region.current
    if (box === null) return
    if (sticks.current) box.scrollTop = box.scrollHeight
    else if (anchor.current !== null) {
      const message = box.querySelector(`[data-message="${CSS.escape(anchor.current.id)}"]`)
      if (message !== null) {
        const top = message.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
        box.scrollTop += top - anchor.current.top
      }
    }
    remember()
  }, [remember])

  // Restore the position after every render.
  useLayoutEffect(hold)

  useEffect(() => {
    const box = region.current
    if (box === null) return
    const observer = new ResizeObserver(hold)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [hold])

  const onScroll = () => {
    remember()
    if ((region.current?.scrollTop ?? TOP_PX) < TOP_PX) onNearTop()
  }
  const toEnd = useCallback(() => {
    sticks.current = true
    hold()
  }, [hold])
  return { region, isAtEnd, onScroll, toEnd }
}
