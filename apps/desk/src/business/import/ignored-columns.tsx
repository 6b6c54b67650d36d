import { IMPORT } from './import.texts.ts'

/** Warns about unknown columns, whose headings may be mistyped. */
export function IgnoredColumns({ columns = [] }: { columns: readonly string[] | undefined }) {
  return columns.length > 0 && <p role="status">{IMPORT.ignored(columns)}</p>
}
