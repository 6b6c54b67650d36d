import { announce } from '@podmoga/ui/live-region/live-region'
import { useRef, useState } from 'react'
import { isNothing, type Mark, type Point, type Tool } from './marks.ts'
import { PICTURE } from './picture.texts.ts'

// Unsaved marks: found again when the editor is reopened after closing it or Back.
const unfinished = new WeakMap<File, readonly Mark[]>()

const begin = (tool: Tool, at: Point, text: string, width: number): Mark => {
  if (tool === 'brush') return { kind: 'brush', points: [at] }
  if (tool === 'words') return { kind: 'words', at, text: text.trim() }
  if (tool === 'arrow') return { kind: 'arrow', from: at, to: at }
  return { kind: 'cover', points: [at], width }
}

const moved = (mark: Mark, to: Point): Mark => {
  if (mark.kind === 'brush' || mark.kind === 'cover') return { ...mark, points: [...mark.points, to] }
  return mark.kind === 'words' ? { ...mark, at: to } : { ...mark, to }
}

/** The marks on a picture, with undo, and the one being drawn. */
export function useMarks(file: File) {
  const [marks, setMarks] = useState<readonly Mark[]>(() => unfinished.get(file) ?? [])
  const [making, setMaking] = useState<Mark | null>(null)
  const latest = useRef<Mark | null>(null)
  const keep = (next: readonly Mark[]) => {
    unfinished.set(file, next)
    setMarks(next)
    announce(PICTURE.marks(next.length))
  }
  const make = (mark: Mark | null) => {
    latest.current = mark
    setMaking(mark)
  }
  return {
    marks,
    making,
    /** `width`: of a cover's stroke, in the picture's pixels. */
    start: (tool: Tool, at: Point, text: string, width: number) => make(begin(tool, at, text, width)),
    move: (to: Point) => {
      if (latest.current !== null) make(moved(latest.current, to))
    },
    finish: () => {
      const mark = latest.current
      make(null)
      if (mark !== null && !isNothing(mark)) keep([...marks, mark])
    },
    drop: () => make(null),
    undo: () => keep(marks.slice(0, -1)),
    /** The marks are part of the file now. */
    forget: () => unfinished.delete(file),
  }
}

export type Marks = ReturnType<typeof useMarks>
