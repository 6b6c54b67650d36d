import { FILE_EXTENSIONS, FILE_MAX, FILES_MAX, FILES_TOTAL_MAX } from '@podmoga/contract/fields/limits'
import { OF_FILE_FORMS } from '@podmoga/contract/fields/nouns'
import { plural } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'
import type { Limits } from '@podmoga/contract/tickets'
import { splitByAccept, unfitText } from '@podmoga/ui/file-drop/accept'

const upTo = (bytes: number): string => sizeLimit(bytes).replace(' ', '\u00A0')

/** At most this many names are listed; the rest are counted. */
const NAMED = 5

const TEXTS = {
  empty: (name: string) => `Файл пуст: ${quoted(name)}.`,
  too_large: (name: string, limit: string) => `Слишком большой файл: ${quoted(name)}. Можно до ${limit}.`,
  too_many: (limit: number) => `Можно приложить не больше ${limit} ${plural(limit, OF_FILE_FORMS)}.`,
  total_too_large: (limit: string) => `Файлы вместе слишком большие. Можно до ${limit} в одном сообщении.`,
  left_out: (names: readonly string[]) =>
    `Не ${names.length === 1 ? 'приложен' : 'приложены'}: ${names.slice(0, NAMED).map(quoted).join(', ')}${names.length > NAMED ? ` и ещё ${names.length - NAMED}` : ''}.`,
} as const

/** Used if the backend sends no limits. */
export const DEFAULT_LIMITS: Limits = {
  max_file_size: FILE_MAX,
  max_files: FILES_MAX,
  max_total_size: FILES_TOTAL_MAX,
  accept: [...FILE_EXTENSIONS],
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Appends files, without duplicates. */
export const withFiles = (files: readonly File[], more: readonly File[]): File[] => [
  ...files,
  ...more.filter((file) => !files.some((one) => isSameFile(one, file))),
]

/**
 * Adds files to those already chosen, within the limits. `problem` explains what was left out, one sentence for each cause;
 * files beyond the number or total size are named at its end.
 */
export const addFiles = (
  chosen: readonly File[],
  added: readonly File[],
  limits: Limits = DEFAULT_LIMITS,
): { files: File[]; problem: string } => {
  const { fit, unfit } = splitByAccept(added, limits.accept)
  const problems = unfit.length > 0 ? [unfitText(unfit, limits.accept)] : []
  const files = [...chosen]
  const leftOut: string[] = []
  const maxTotal = limits.max_total_size ?? Number.POSITIVE_INFINITY
  for (const file of fit) {
    if (files.some((one) => isSameFile(one, file))) continue
    const total = files.reduce((sum, one) => sum + one.size, file.size)
    if (file.size === 0) problems.push(TEXTS.empty(file.name))
    else if (file.size > limits.max_file_size)
      problems.push(TEXTS.too_large(file.name, upTo(limits.max_file_size)))
    else if (files.length < limits.max_files && total <= maxTotal) files.push(file)
    else {
      const isFull = files.length >= limits.max_files
      problems.push(isFull ? TEXTS.too_many(limits.max_files) : TEXTS.total_too_large(upTo(maxTotal)))
      leftOut.push(file.name)
    }
  }
  if (leftOut.length > 0) problems.push(TEXTS.left_out(leftOut))
  return { files, problem: [...new Set(problems)].join(' ') }
}

/**
 * The bytes of each file sent so far, computed from the bytes of the whole request: the files are sent one after another
 * after a short head, so they are the request's tail. Without a `total` there is no head.
 */
export const sentOfEach = (files: readonly { size: number }[], sent: number, total?: number): number[] => {
  const sizes = files.map((file) => file.size)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const whole = total ?? all
  let left = whole > 0 ? Math.max(0, Math.min(all, Math.round(sent - (whole - all)))) : 0
  return sizes.map((size) => {
    const part = Math.min(size, left)
    left -= part
    return part
  })
}
