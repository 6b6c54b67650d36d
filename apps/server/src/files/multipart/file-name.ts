import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import { FILE_NAME_MAX_BYTES } from '@podmoga/contract/fields/limits'

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** With its dot, in lower case; empty when there is none. */
export const extensionOf = (file_name: string): string =>
  /.(\.[^.\s]{1,16})$/u.exec(file_name)?.[1]?.toLowerCase() ?? ''

// Bidirectional controls: they can display «exe.fdp» as «pdf.exe».
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The name to display: without folders, bidirectional controls and the middle digits of card numbers; NFC; at most 255 bytes
 * of UTF-8, keeping the extension. Leading dots and hyphens stay: the bytes are never stored under this name. null if no name
 * is left or it contains line breaks or other control characters, which no real file name has.
 */
export const displayName = (given: string): string | null => {
  const base = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const name = cutCardNumbers(base.normalize('NFC').replace(BIDI_CONTROLS, '').trim())
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(base) || /^\.*$/.test(name)) return null
  return bytesOf(name) <= FILE_NAME_MAX_BYTES ? name : shorten(name)
}

const shorten = (name: string): string => {
  const extension = extensionOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'))
  let left = FILE_NAME_MAX_BYTES - bytesOf(extension) - bytesOf('…')
  let kept = ''
  // By grapheme: half of an emoji sequence is another picture.
  for (const { segment } of new Intl.Segmenter('ru').segment(name.slice(0, name.length - extension.length))) {
    left -= bytesOf(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}…${extension}`
}
