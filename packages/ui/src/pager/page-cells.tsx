/**
 * The cells of a pager for page `page` of `total`: page numbers, `null` for a gap. At most `most` cells (5 or 7); a gap never
 * hides a single page.
 */
export function pageCells(page: number, total: number, most: 5 | 7 = 7): (number | null)[] {
  const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (total <= most) return run(1, total)
  const edge = most - 2
  const near = most === 5 ? 3 : 4
  if (page <= near) return [...run(1, edge), null, total]
  if (page > total - near) return [1, null, ...run(total - edge + 1, total)]
  return most === 5 ? [1, null, page, null, total] : [1, null, page - 1, page, page + 1, null, total]
}
