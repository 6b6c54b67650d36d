import { FILE_EXTENSIONS, FILE_MAX, FILES_MAX, FILES_TOTAL_MAX } from '@podmoga/contract/limits'
import { splitByAccept, unfitText } from '@podmoga/ui/file-drop/accept'
import { formatSize } from '@podmoga/ui/lib/format-size'
import { TICKETS } from './tickets.texts.ts'

/** The files of a reply after adding some, and why others were left out (an empty text: none were). */
export const addFiles = (
  present: readonly File[],
  added: readonly File[],
): { files: File[]; why: string } => {
  const { fit, unfit } = splitByAccept(added, FILE_EXTENSIONS)
  const why = unfit.length > 0 ? [unfitText(unfit, FILE_EXTENSIONS)] : []
  const files = [...present]
  for (const file of fit) {
    const total = files.reduce((sum, { size }) => sum + size, file.size)
    if (file.size === 0) why.push(TICKETS.file_empty(file.name))
    else if (file.size > FILE_MAX) why.push(TICKETS.file_too_large(file.name, formatSize(FILE_MAX)))
    else if (files.length >= FILES_MAX) why.push(TICKETS.too_many_files(FILES_MAX))
    else if (total > FILES_TOTAL_MAX) why.push(TICKETS.total_too_large(formatSize(FILES_TOTAL_MAX)))
    else files.push(file)
  }
  return { files, why: [...new Set(why)].join(' ') }
}

/** Bytes of each file that have left, given those of the whole upload: files go one after another. */
export const sentOfEach = (files: readonly { size: number }[], sent: number): number[] => {
  let before = 0
  return files.map(({ size }) => {
    const own = Math.min(size, Math.max(0, sent - before))
    before += size
    return own
  })
}
