import type { DeskFile } from '@podmoga/contract/desk/materials'

/** The editable content of a draft. */
export interface DraftText {
  title: string
  content: string
  cover: DeskFile | null
  files: DeskFile[]
}

const idsOf = ({ cover, files }: DraftText): string =>
  [cover?.id ?? '', ...files.map(({ id }) => id)].join(' ')

/** Whether both texts are equal. Files are compared by id, because their URLs change. */
export const isSameText = (one: DraftText, other: DraftText): boolean =>
  one.title === other.title && one.content === other.content && idsOf(one) === idsOf(other)
