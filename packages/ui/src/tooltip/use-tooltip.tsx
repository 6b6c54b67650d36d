import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

const WAIT_MS = 500
const GAP = 6

function Bubble({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tip = ref.current
    if (!tip) return
    // Without the popover API it is last in the document's own order.
    tip.showPopover?.()
    const at = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = tip
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), window.innerWidth - width - 8)
    const below = at.bottom + GAP + height < window.innerHeight
    tip.style.left = `${left}px`
    tip.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`
  }, [anchor])
  // hidden from assistive technology: the text repeats the anchor's own name
  return createPortal(
    <div ref={ref} popover="manual" className={styles.tip} aria-hidden data-react-aria-top-layer="true">
      {text}
    </div>,
    document.body,
  )
}

/**
 * A desktop tooltip that repeats the anchor's name: after half a second of mouse hover or at once on keyboard focus;
 * Esc or a press hides it. Spread `tooltipProps` on the anchor and render `tooltip` beside it.
 */
export function useTooltip(text: string) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const close = () => setAnchor(null)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', close, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', close, true)
    }
  }, [anchor])
  const tooltipProps = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse') return
      const target = event.currentTarget
      timer.current = setTimeout(() => setAnchor(target), WAIT_MS)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const target = event.currentTarget
      if (target.matches(':focus-visible') && window.matchMedia('(hover: hover)').matches) setAnchor(target)
    },
    onBlur: hide,
  }
  return { tooltipProps, tooltip: anchor && <Bubble anchor={anchor} text={text} /> }
}
