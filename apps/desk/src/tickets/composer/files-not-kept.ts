import { toast } from '@podmoga/ui/toast/toast'
import { FILES_NOT_KEPT } from './files-not-kept.texts.ts'

let isWarned = false

/** Warns once per page that draft files will not survive a reload. */
export const warnFilesNotKept = (): void => {
  if (isWarned) return
  isWarned = true
  const { title, text } = FILES_NOT_KEPT
  toast.info({ title, text })
}
