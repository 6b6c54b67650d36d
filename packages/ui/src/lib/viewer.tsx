/** What a server that renders the page must know about the viewer. */
export interface Viewer {
  /** The window, in CSS pixels. */
  width: number
  height: number
  /** Offset of the viewer's clock from UTC, in minutes. */
  offset: number
}

let viewer: Viewer | null = null

/** Renders for this viewer from now on. Server only: a browser knows these values itself. */
export const drawFor = (next: Viewer): void => {
  viewer = next
}

/** Whether a media query of widths and heights in pixels matches the current viewer. */
export const holdsForViewer = (query: string): boolean =>
  viewer !== null &&
  [...query.matchAll(/\((min|max)-(width|height): ([\d.]+)px\)/g)].every(([, edge, side, limit]) => {
    const size = viewer?.[side as 'width' | 'height'] ?? 0
    return edge === 'min' ? size >= Number(limit) : size <= Number(limit)
  })

/**
 * The moment as a date whose local clock is the viewer's. Throws a RangeError for an invalid moment, so that «NaN» is never
 * shown.
 */
export const viewerDate = (moment: string | number | Date): Date => {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError(`no moment: ${moment}`)
  if (viewer === null) return date
  return new Date(date.getTime() + (viewer.offset + date.getTimezoneOffset()) * 60_000)
}
