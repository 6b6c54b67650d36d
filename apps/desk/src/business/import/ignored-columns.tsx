import { IMPORT } from './import.texts.ts'

/** A column that nobody reads is told of: its heading may be mistyped. */
export function IgnoredColumns({ columns = [] }: { columns: readonly string[] | undefined }) {
  return columns.length > 0 && <p role="status">{IMPORT.ignored(columns)}</p>
}
