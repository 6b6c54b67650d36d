import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { type DragEvent, useState } from 'react'
import { dropSpot, type Level, type Spot, type Thing } from './tree.ts'

/** The row under the pointer, and where the dragged one would be dropped. */
export interface DropMark {
  id: string
  level: Level
  side: 'before' | 'after' | 'into'
}

const thingAt = (event: DragEvent): { thing: Thing; row: HTMLElement } | null => {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-level]') : null
  const { level, id } = row?.dataset ?? {}
  if (row === null || id === undefined) return null
  if (level !== 'section' && level !== 'subcategory' && level !== 'material') return null
  return { thing: { level, id }, row }
}

/** Drag and drop: handlers for the whole tree. */
export function useTreeDrag(tree: DeskTree | undefined, onMove: (thing: Thing, spot: Spot) => void) {
  const [dragged, setDragged] = useState<Thing | null>(null)
  const [mark, setMark] = useState<DropMark | null>(null)

  const aim = (event: DragEvent): { spot: Spot; mark: DropMark } | null => {
    const at = thingAt(event)
    if (at === null || dragged === null || tree === undefined) return null
    const box = at.row.getBoundingClientRect()
    const isAfter = event.clientY > box.top + box.height / 2
    const spot = dropSpot(tree, dragged, at.thing, isAfter)
    if (spot === null) return null
    const side = dragged.level !== at.thing.level ? 'into' : isAfter ? 'after' : 'before'
    return { spot, mark: { ...at.thing, side } }
  }
  const end = () => {
    setDragged(null)
    setMark(null)
  }
  const handlers = {
    onDragStart: (event: DragEvent) => {
      const at = thingAt(event)
      if (at === null) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', at.row.textContent ?? '')
      setDragged(at.thing)
    },
    onDragOver: (event: DragEvent) => {
      const aimed = aim(event)
      setMark(aimed?.mark ?? null)
      if (aimed !== null) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const aimed = aim(event)
      if (aimed !== null && dragged !== null) {
        event.preventDefault()
        onMove(dragged, aimed.spot)
      }
      end()
    },
    onDragEnd: end,
  }
  return { handlers, mark }
}
