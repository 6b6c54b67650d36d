import { toast } from '@podmoga/ui/toast/toast'
import { FILES_NOT_KEPT } from './files-not-kept.texts.ts'

let isTold = false

/** Tells once that the files of unfinished replies live no longer than the page; its words stand elsewhere. */
export const tellFilesNotKept = (): void => {
  if (isTold) return
  isTold = true
  const { title, text } = FILES_NOT_KEPT
  toast.info({ title, text })
}
