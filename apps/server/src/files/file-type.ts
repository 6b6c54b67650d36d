import { open } from 'node:fs/promises'
import { late } from '../ports/lazy-libraries.ts'

const fileType = late<typeof import('file-type')>('file-type')

const OOXML = 'application/vnd.openxmlformats-officedocument.'

/** For each extension: the detected types it may have, with the type to store. */
const PICTURES = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/png', 'image/apng': 'image/png' }
const ALLOWED: Record<string, Record<string, string>> = {
  // Phones and messengers mix up these extensions; the content decides.
  '.jpg': PICTURES,
  '.jpeg': PICTURES,
  '.png': PICTURES,
  '.gif': { 'image/gif': 'image/gif' },
  '.webp': { 'image/webp': 'image/webp' },
  '.pdf': { 'application/pdf': 'application/pdf' },
  '.doc': { 'application/x-cfb': 'application/msword' },
  '.xls': { 'application/x-cfb': 'application/vnd.ms-excel' },
  '.ppt': { 'application/x-cfb': 'application/vnd.ms-powerpoint' },
  '.docx': same(`${OOXML}wordprocessingml.document`),
  '.xlsx': same(`${OOXML}spreadsheetml.sheet`),
  '.pptx': same(`${OOXML}presentationml.presentation`),
  '.zip': same('application/zip'),
  // Text has no magic number: parsing decides.
  '.csv': { 'text/plain': 'text/csv' },
}

function same(type: string): Record<string, string> {
  return { [type]: type }
}

const detect = async (path: string): Promise<string | undefined> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(5)
    await file.read(head, 0, head.length, 0)
    if (head.toString('latin1') === '%PDF-') return 'application/pdf'
  } finally {
    await file.close()
  }
  return (await fileType().fileTypeFromFile(path, { signal: AbortSignal.timeout(5_000) }))?.mime
}

/**
 * Detects a file's type by content. Returns the type to store when the content matches one of the `promised` extensions (with
 * dot, lower case) that is also in `allowed`; otherwise null.
 */
export const checkFileType = async (
  path: string,
  promised: readonly string[],
  allowed: readonly string[],
): Promise<string | null> => {
  const extensions = promised.filter((one) => allowed.includes(one) && Object.hasOwn(ALLOWED, one))
  if (extensions.length === 0) return null
  // The detector throws on a damaged archive: treat it as a mismatch.
  const detected = await detect(path).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== undefined) throw error
    return undefined
  })
  if (detected === undefined && !extensions.includes('.csv')) return null
  return (
    extensions.map((one) => ALLOWED[one]?.[detected ?? 'text/plain']).find((type) => type !== undefined) ??
    null
  )
}
