import type { DeskFile } from '@podmoga/contract/desk/materials'

/** What an editor changes and the draft keeps. */
export interface DraftText {
  title: string
  content: string
  cover: DeskFile | null
  files: DeskFile[]
}

const idsOf = ({ cover, files }: DraftText): string =>
  [cover?.id ?? '', ...files.map(({ id }) => id)].join(' ')

/** Nothing of the one would be lost by keeping the other. Files are told by their ids: addresses change. */
export const isSameText = (one: DraftText, other: DraftText): boolean =>
  one.title === other.title && one.content === other.content && idsOf(one) === idsOf(other)
