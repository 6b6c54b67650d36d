import type { Limits } from '@podmoga/contract/tickets'
import { splitByAccept, unfitText } from '@podmoga/ui/file-drop/accept'
import { TICKETS } from './tickets.texts.ts'

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)}\u00A0МБ`

/** A photo or a screenshot of the kinds that a message may carry. */
export const isPicture = (file: File): boolean => /\.(jpe?g|png)$/i.test(file.name)

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/**
 * Adds files to those already chosen, as far as the limits let them. What was left out, and why, is told in
 * `problem`, one sentence for each cause.
 */
export const addFiles = (
  chosen: readonly File[],
  added: readonly File[],
  limits: Limits,
): { files: File[]; problem: string } => {
  const { fit, unfit } = splitByAccept(added, limits.accept)
  const problems = unfit.length > 0 ? [unfitText(unfit, limits.accept)] : []
  const files = [...chosen]
  const roomFor = limits.max_total_size ?? Number.POSITIVE_INFINITY
  for (const file of fit) {
    if (files.some((one) => isSame(one, file))) continue
    const total = files.reduce((sum, one) => sum + one.size, file.size)
    if (file.size === 0) problems.push(TICKETS.file_empty(file.name))
    else if (file.size > limits.max_file_size)
      problems.push(TICKETS.file_too_large(file.name, mebibytes(limits.max_file_size)))
    else if (files.length >= limits.max_files) problems.push(TICKETS.too_many_files(limits.max_files))
    else if (total > roomFor) problems.push(TICKETS.total_too_large(mebibytes(roomFor)))
    else files.push(file)
  }
  return { files, problem: [...new Set(problems)].join(' ') }
}

/**
 * How much of each file has left, from the bytes of the whole request: the files go one after another, after a short
 * head, so the request's tail is theirs.
 */
export const sentOfEach = (files: readonly File[], sent: number, total: number): number[] => {
  const sizes = files.map((file) => file.size)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  let left = total > 0 ? Math.max(0, Math.min(all, Math.round(sent - (total - all)))) : 0
  return sizes.map((size) => {
    const part = Math.min(size, left)
    left -= part
    return part
  })
}
