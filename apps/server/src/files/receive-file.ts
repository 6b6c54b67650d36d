import type { ReceivedFile } from '../http/uploads.ts'
import { checkFileType } from './file-type.ts'
import { displayName, extensionOf } from './multipart/file-name.ts'
import type { Part } from './multipart/parse.ts'
import { openTempFile, type TempFile } from './temp-files.ts'
import { badName, emptyFile, tooLarge, tooLargeTogether, wrongType } from './upload-refusals.ts'

/** Bytes, and extensions with their dot. */
export interface FileLimits {
  extensions: readonly string[]
  file_max: number
  files_max: number
  total_max: number
  /** Ignores the name's extension: content of any of `extensions` is accepted. */
  by_content?: boolean
}

/** Bytes that may be written to disk before they are charged. */
const CHARGE_STEP = 16 * 1024

/**
 * Streams a file into `dir` and checks its name, size and content, or refuses it. null when there is no file: forms send an
 * empty input as a part without name and bytes. Each temporary file is added to `temps` before its first byte, so that the
 * caller can always remove it.
 */
export const receiveFile = async (
  part: Part & { file_name: string },
  limits: FileLimits & {
    left: number
    dir: string
    temps: TempFile[]
    /** Called with the bytes about to be written to disk; refuses when they are too many. */
    charge: (bytes: number) => Promise<void>
  },
): Promise<ReceivedFile | null> => {
  const field = part.name
  if (part.file_name === '') {
    for await (const chunk of part.body) if (chunk.length > 0) throw badName(field)
    return null
  }
  const file_name = displayName(part.file_name)
  if (file_name === null) throw badName(field)
  const extension = extensionOf(file_name)
  const promised = limits.by_content === true ? limits.extensions : [extension]
  // Refused by name before a byte is written: the content cannot make it acceptable.
  if (!promised.some((one) => limits.extensions.includes(one))) throw wrongType(field, file_name)

  const temp = await openTempFile(limits.dir)
  limits.temps.push(temp)
  let size = 0
  let charged = 0
  const charge = async (step: number): Promise<void> => {
    if (size - charged < step) return
    await limits.charge(size - charged)
    charged = size
  }
  for await (const chunk of part.body) {
    size += chunk.length
    if (size > limits.file_max) throw tooLarge(field, file_name, limits.file_max)
    if (size > limits.left) throw tooLargeTogether(field, limits.total_max)
    await charge(CHARGE_STEP)
    await temp.write(chunk)
  }
  if (size === 0) throw emptyFile(field, file_name)
  const written = await temp.finish()
  const content_type = await checkFileType(temp.path, promised, limits.extensions)
  if (content_type === null) throw wrongType(field, file_name)
  await charge(1)
  return { file_name, content_type, ...written, temp_path: temp.path }
}
