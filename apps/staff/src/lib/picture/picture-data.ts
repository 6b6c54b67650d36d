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

/** Whether the segment that begins here tells of anybody. */
const isTelling = (view: DataView, at: number): boolean => {
  const marker = view.getUint8(at + 1)
  const silent = SILENT[marker]
  const isSilent = silent !== undefined && textAt(view, at + 4, silent.length) === silent
  return marker === COMMENT || (isApp(marker) && !isSilent)
}

/** Where a JPEG's picture ends; where the file does when it was cut. */
const endOf = (view: DataView, from: number): number => {
  for (let at = from; at + 2 <= view.byteLength; at += 1) if (view.getUint16(at) === JPEG_END) return at + 2
  return view.byteLength
}

/** Whether anything stands behind the end of a JPEG's picture: a film, or what was cut off the picture. */
const hasTail = (view: DataView, from: number): boolean => endOf(view, from) < view.byteLength

const jpegTells = (view: DataView): boolean => {
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === SCAN) return hasTail(view, at)
    if (marker === FILL) {
      at += 1
      continue
    }
    if (isTelling(view, at)) return true
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

const LITTLE_ENDIAN = 0x4949
const ORIENTATION = 0x0112
/** A segment's own head, `Exif` and two zeros. */
const EXIF_HEAD = 10

/** The way up (1 to 8) that the Exif in the segment from `at` to `end` tells; 1 where it tells none. */
const orientationIn = (view: DataView, at: number, end: number): number => {
  const tiff = at + EXIF_HEAD
  if (textAt(view, at + 4, 4) !== 'Exif' || tiff + 8 > end) return 1
  const isLittle = view.getUint16(tiff) === LITTLE_ENDIAN
  const first = tiff + view.getUint32(tiff + 4, isLittle)
  const count = first + 2 <= end ? view.getUint16(first, isLittle) : 0
  for (let entry = first + 2, left = count; left > 0 && entry + 12 <= end; entry += 12, left -= 1)
    if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle)
  return 1
}

/** An Exif segment that tells the way up and nothing else, up to where it tells it. */
const EXIF = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0,
  0, 1, 0,
]
const exifOf = (orientation: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(...EXIF, orientation, 0, 0, 0, 0, 0, 0)

/**
 * The parts of a JPEG that cannot be drawn anew (cut short, or more than a cheap phone's memory) without what tells of a place,
 * a device or a person; the way up stays. Null where there is no picture to be found, or nothing to leave out.
 */
export const withoutData = (picture: ArrayBuffer): Uint8Array<ArrayBuffer>[] | null => {
  const view = new DataView(picture)
  if (!hasPersonalData(picture) || view.getUint16(0) !== JPEG_START) return null
  const kept: Uint8Array<ArrayBuffer>[] = []
  let orientation = 1
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    const end = marker === SCAN ? endOf(view, at) : at + 2 + view.getUint16(at + 2)
    if (marker === FILL) {
      at += 1
      continue
    }
    if (!isTelling(view, at)) kept.push(new Uint8Array(picture, at, Math.min(end, view.byteLength) - at))
    else orientation = Math.max(orientation, orientationIn(view, at, end))
    if (marker === SCAN) {
      const start = new Uint8Array(picture, 0, 2)
      return orientation > 1 && orientation <= 8 ? [start, exifOf(orientation), ...kept] : [start, ...kept]
    }
    at = end
  }
  return null
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
