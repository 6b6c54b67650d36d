import { useEffect, useState } from 'react'

const KEYBOARD_PX = 150

/**
 * Whether an on-screen keyboard covers the page. While it does, `--view` on the root element is the height that is
 * left (Safari does not shrink `dvh` for its keyboard).
 */
export function useKeyboard(): boolean {
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    const view = window.visualViewport
    if (view === null) return
    const tallest = { width: 0, height: 0 }
    const measure = () => {
      // A rotated device resets the height; a pinch zoom is not a keyboard.
      if (Math.abs(view.width - tallest.width) > 1 && view.scale === 1)
        Object.assign(tallest, { width: view.width, height: view.height })
      tallest.height = Math.max(tallest.height, view.height)
      const isCovered = view.scale === 1 && tallest.height - view.height > KEYBOARD_PX
      const isTyping = document.activeElement?.matches('input, textarea, select') === true
      setUp(isCovered && isTyping)
      if (isCovered) document.documentElement.style.setProperty('--view', `${view.height}px`)
      else document.documentElement.style.removeProperty('--view')
    }
    // In the next frame: reading the size now would force a layout in the middle of rendering the new page.
    const frame = requestAnimationFrame(measure)
    view.addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      view.removeEventListener('resize', measure)
    }
  }, [])
  return isUp
}
