import { uuid } from '@podmoga/contract/fields/uuid'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import type { DraftText } from '../material/draft-text.ts'
import { type ShelvedText, shelf } from './shelf.ts'

export interface Shelf {
  texts: ShelvedText[]
  /** Whether they survive a reload. */
  isKept: boolean
  /** Shelves a text; returns its id for `drop`. */
  put: (text: DraftText, whose: ShelvedText['whose']) => string
  drop: (id: string) => void
}

/** This person's shelved texts of a material in this browser. */
export function useShelf(material_id: string): Shelf {
  const { person } = useScope()
  const [texts, setTexts] = useState(() => shelf.list(person, material_id))
  return {
    texts,
    isKept: shelf.isKept(person, material_id),
    put: ({ title, content, cover, files }, whose) => {
      const id = uuid()
      const at = new Date().toISOString()
      setTexts(shelf.put(person, material_id, { id, at, whose, title, content, cover, files }))
      return id
    },
    drop: (id) => setTexts(shelf.drop(person, material_id, id)),
  }
}
