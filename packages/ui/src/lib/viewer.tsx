/** What a server that draws the page must be told of whoever will see it. */
export interface Viewer {
  /** The window, in CSS pixels. */
  width: number
  height: number
  /** Minutes that the viewer's clock is ahead of UTC. */
  offset: number
}

let viewer: Viewer | null = null

/** Draws for this viewer from now on. Only where there is no window: a browser knows for itself. */
export const drawFor = (next: Viewer): void => {
  viewer = next
}

/** Whether a media query of widths and heights in pixels holds for the viewer that is drawn for. */
export const holdsForViewer = (query: string): boolean =>
  viewer !== null &&
  [...query.matchAll(/\((min|max)-(width|height): ([\d.]+)px\)/g)].every(([, edge, side, limit]) => {
    const size = viewer?.[side as 'width' | 'height'] ?? 0
    return edge === 'min' ? size >= Number(limit) : size <= Number(limit)
  })

/** The moment as a date whose local clock is the viewer's. Throws a RangeError for what is no moment: nobody is shown «NaN». */
export const viewerDate = (moment: string | number | Date): Date => {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError(`no moment: ${moment}`)
  if (viewer === null) return date
  return new Date(date.getTime() + (viewer.offset + date.getTimezoneOffset()) * 60_000)
}
