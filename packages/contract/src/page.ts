import { z } from 'zod'
import { Id, PathId } from './fields/fields.ts'
import { FILTER_VALUES_MAX, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from './fields/limits.ts'

/** A whole number in a query string: digits only, so "1e3", "1.5" and "" are rejected. */
const queryNumber = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(max))

export const Page = queryNumber(MAX_PAGE).default(1)
export const PageSize = queryNumber(MAX_PAGE_SIZE).default(PAGE_SIZE)

/** The page size of a list with a cursor: each page starts from the previous page's `next`. */
export const LongPageSize = queryNumber(100).default(50)

/** One or several values of a query parameter, any of which may match; always parsed into a list. */
export const several = <T extends z.ZodType>(one: T) =>
  z.union([one.transform((value) => [value]), z.array(one).min(1).max(FILTER_VALUES_MAX)]).optional()

/** One or several values in a body, left as they were given. */
export const some = <T extends z.ZodType>(one: T) =>
  z.union([one, z.array(one).min(1).max(FILTER_VALUES_MAX)]).optional()

/** One page of a list with numbered pages. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), total_pages: z.number().int(), total_items: z.number().int() })

/** The query and the answer of a list whose cursor is the id of the last row. */
export const cursorPaged = <T extends z.ZodType>(item: T) => ({
  query: z.object({ after: PathId.optional() }),
  answer: z.object({ results: z.array(item), next: Id.nullable() }),
})

export const totalPages = (items: number, pageSize: number): number => Math.ceil(items / pageSize)
