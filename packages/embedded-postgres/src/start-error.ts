/** The server cannot start; the message is one Russian line for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Returns the message of any thrown value. */
export const reasonOf = (error: unknown): string => {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the Node error code of a system error (`ENOENT`, `EACCES`…), or an empty string. */
export const codeOf = (error: unknown): string => {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const NO_ROOM = /no space left on device|disk quota exceeded/i
const NO_ROOM_CODES = ['ENOSPC', 'EDQUOT', '53100']
const NO_RIGHT = /permission denied|read-only file system/i
const NO_RIGHT_CODES = ['EACCES', 'EPERM', 'EROFS']

const pathOf = (error: unknown): string =>
  error instanceof Error && 'path' in error ? ` (${String(error.path)})` : ''

/** Turns an error that ended a start into a line that says what to do; undefined if it is a bug. */
export const startErrorOf = (error: unknown, dataDir: string): StartError | undefined => {
  const words = reasonOf(error)
  const code = codeOf(error)
  if (NO_ROOM.test(words) || NO_ROOM_CODES.includes(code))
    return new StartError(
      `На диске с папкой данных ${dataDir} кончилось место${pathOf(error)}. Освободите его и запустите снова.`,
      { cause: error },
    )
  if (error instanceof StartError) return error
  if (NO_RIGHT.test(words) || NO_RIGHT_CODES.includes(code))
    return new StartError(
      `Папка данных ${dataDir} недоступна для записи${pathOf(error)}: проверьте права или задайте другую DATA_DIR.`,
      { cause: error },
    )
  return undefined
}
