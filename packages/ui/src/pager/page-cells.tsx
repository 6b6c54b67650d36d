/**
 * What a pager draws for page `page` of `total`: page numbers, `null` for a gap.
 * At most seven cells; a gap never hides a single page.
 */
export function pageCells(page: number, total: number): (number | null)[] {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, null, total]
  if (page >= total - 3) return [1, null, total - 4, total - 3, total - 2, total - 1, total]
  return [1, null, page - 1, page, page + 1, null, total]
}
