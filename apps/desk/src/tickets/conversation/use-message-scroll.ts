import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const END_PX = 50
const TOP_PX = 200

/**
 * Scrolling of a conversation: it opens at its end and stays there as it grows; elsewhere the first message in sight
 * keeps its place, whatever comes in above it. Messages bear `data-message`.
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
      // Measured in the content, so that a scroll in between does no harm.
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

  // After every render: whatever it has changed, the place is kept.
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
