import type { Difference } from '../versions/compare-texts.ts'

const DIFFERENCE_NAMES: Record<Difference, string> = {
  title: 'название',
  words: 'текст',
  cover: 'обложка',
  files: 'файлы',
  pictures: 'картинки',
  links: 'ссылки',
  markup: 'оформление',
}

const listed = (names: readonly Difference[]): string =>
  names.map((name) => DIFFERENCE_NAMES[name]).join(', ')

/** «Отличаются: обложка, файлы, оформление.» */
export const differTold = (names: readonly Difference[]): string => `Отличаются: ${listed(names)}.`

/** Shown at a line with the same words: «отличаются: ссылки». */
export const differHere = (names: readonly Difference[]): string => `отличаются: ${listed(names)}`

export const COMPARED = {
  mine: 'у вас',
  theirs: 'у них',
  no_cover: 'нет',
  no_files: 'нет',
} as const
