const JPEG_START = 0xffd8
const JPEG_END = 0xffd9
const PNG_START = 0x89504e47
const SCAN = 0xda
const FILL = 0xff
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
const COMMENT = 0xfe
/** Among the segments that programs add, the JFIF head, colours and how they are coded tell nothing of anybody. */
const SILENT: Record<number, string> = { 224: 'JFIF', 226: 'ICC_PROFILE', 238: 'Adobe' }

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(
    ...Array.from({ length: Math.max(0, Math.min(length, view.byteLength - at)) }, (_, by) =>
      view.getUint8(at + by),
    ),
  )

/** Whether anything stands behind the end of a JPEG's picture: a film, or what was cut off the picture. */
const hasTail = (view: DataView, from: number): boolean => {
  for (let at = from; at + 2 <= view.byteLength; at += 1)
    if (view.getUint16(at) === JPEG_END) return at + 2 < view.byteLength
  return false
}

const jpegTells = (view: DataView): boolean => {
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === SCAN) return hasTail(view, at)
    if (marker === FILL) {
      at += 1
      continue
    }
    const silent = SILENT[marker]
    const isSilent = silent !== undefined && textAt(view, at + 4, silent.length) === silent
    if (marker === COMMENT || (isApp(marker) && !isSilent)) return true
    at += 2 + view.getUint16(at + 2)
  }
  // There is no picture in what was looked at: nobody knows what else is there.
  return true
}

const TELLING = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])

const pngTells = (view: DataView): boolean => {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = textAt(view, at + 4, 4)
    if (TELLING.has(kind)) return true
    // A screenshot that was cut may carry the rest of itself behind its end.
    if (kind === 'IEND') return at + 12 < view.byteLength
  }
  return false
}

/** Whether a JPEG or PNG holds what tells of a place, a device or a person, or more than its picture shows. */
export const hasPersonalData = (picture: ArrayBuffer): boolean => {
  const view = new DataView(picture)
  if (view.byteLength < 12) return false
  if (view.getUint16(0) === JPEG_START) return jpegTells(view)
  return view.getUint32(0) === PNG_START && pngTells(view)
}

/** Whether it is of the kinds that a message may carry, whatever its name says. */
export const isJpegOrPng = (picture: ArrayBuffer): boolean => {
  const view = new DataView(picture)
  return view.byteLength >= 4 && (view.getUint16(0) === JPEG_START || view.getUint32(0) === PNG_START)
}

/** The brands by which an ISO file says that it is a HEIC or a HEIF. */
const HEIC_BRANDS = /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/

/** Whether a file is a HEIC inside: phones and messengers rename it without making anything else of it. */
export const isHeicInside = async (file: Blob): Promise<boolean> => {
  const head = new DataView(await file.slice(4, 12).arrayBuffer())
  return HEIC_BRANDS.test(textAt(head, 0, 8))
}
