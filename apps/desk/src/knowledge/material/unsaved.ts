import { DeskFile } from '@podmoga/contract/desk/materials'
import type { DraftText } from './draft-text.ts'
import { keptTexts } from './kept-texts.ts'

/** A text not saved on the server yet, with the revision it is based on. */
export interface UnsavedText extends DraftText {
  revision: number
}

const Files = DeskFile.array()
const Cover = DeskFile.nullable()

/** Parses a stored text. Older releases stored neither cover nor files: then they are taken from `instead`. */
export const readText = (value: unknown, instead: Pick<DraftText, 'cover' | 'files'>): DraftText | null => {
  if (typeof value !== 'object' || value === null) return null
  const { title, content, cover, files } = value as Record<string, unknown>
  if (typeof title !== 'string' || typeof content !== 'string') return null
  return {
    title,
    content,
    cover: Cover.safeParse(cover).data ?? (cover === null ? null : instead.cover),
    files: Files.safeParse(files).data ?? instead.files,
  }
}

export const unsaved = {
  get: (
    person: string,
    material_id: string,
    instead: Pick<DraftText, 'cover' | 'files'>,
  ): UnsavedText | null => {
    const value = keptTexts.read('unsaved', person, material_id)
    const text = readText(value, instead)
    const { revision } = (value ?? {}) as Record<string, unknown>
    return text === null || typeof revision !== 'number' ? null : { ...text, revision }
  },
  /** Null removes. */
  keep: (person: string, material_id: string, text: UnsavedText | null): void => {
    keptTexts.write('unsaved', person, material_id, text)
  },
}
