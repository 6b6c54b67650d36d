/** A query of a paged list. */
export interface PagedQuery {
  data: { total_pages: number } | undefined
  isPlaceholderData: boolean
}

/** The last page of a list, if the given one is past it; null if it is not, or if its answer has not come. */
export const endOf = (page: number, { data, isPlaceholderData }: PagedQuery): number | null => {
  if (data === undefined || isPlaceholderData) return null
  const last = Math.max(1, data.total_pages)
  return page > last ? last : null
}
