import { useEffect, useEffectEvent, useRef } from 'react'
import { type Hold, makeUndoTime } from './undo-time.ts'

/** Timer of the offer to undo `what` (null: no offer). Returns the handlers for the element that shows it. */
export function useUndoTime(what: object | null, onEnd: () => void): Hold {
  const time = useRef<ReturnType<typeof makeUndoTime> | null>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (what === null) return
    const mine = makeUndoTime(() => end())
    time.current = mine
    return () => {
      mine.stop()
      time.current = null
    }
  }, [what])
  return {
    onPointerEnter: () => time.current?.hold.onPointerEnter(),
    onPointerLeave: () => time.current?.hold.onPointerLeave(),
    onFocus: () => time.current?.hold.onFocus(),
    onBlur: () => time.current?.hold.onBlur(),
  }
}
