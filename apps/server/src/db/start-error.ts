/** The database cannot be used; the message is Russian, one line, for whoever starts the server. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The words of anything thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The Node code of a system error (`ENOENT`, `EACCES`…), or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
