const JPEG_START = 0xffd8
const JPEG_END = 0xffd9
const PNG_START = 0x89504e47
const SCAN = 0xda
const FILL = 0xff
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
const COMMENT = 0xfe
/** Application segments without personal data: the JFIF header, colour profiles and colour encoding. */
const HARMLESS: Record<number, string> = { 224: 'JFIF', 226: 'ICC_PROFILE', 238: 'Adobe' }

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(
    ...Array.from({ length: Math.max(0, Math.min(length, view.byteLength - at)) }, (_, by) =>
      view.getUint8(at + by),
    ),
  )

/** Whether the segment at `at` may contain personal data. */
const isPersonal = (view: DataView, at: number): boolean => {
  const marker = view.getUint8(at + 1)
  const harmless = HARMLESS[marker]
  const isHarmless = harmless !== undefined && textAt(view, at + 4, harmless.length) === harmless
  return marker === COMMENT || (isApp(marker) && !isHarmless)
}

/** End of a JPEG's image data; end of the file if it is truncated. */
const endOf = (view: DataView, from: number): number => {
  for (let at = from; at + 2 <= view.byteLength; at += 1) if (view.getUint16(at) === JPEG_END) return at + 2
  return view.byteLength
}

/** Whether there is data after the end of a JPEG's image: a video, or parts that were cropped away. */
const hasTail = (view: DataView, from: number): boolean => endOf(view, from) < view.byteLength

const jpegHasPersonalData = (view: DataView): boolean => {
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === SCAN) return hasTail(view, at)
    if (marker === FILL) {
      at += 1
      continue
    }
    if (isPersonal(view, at)) return true
    at += 2 + view.getUint16(at + 2)
  }
  // No image data in the part examined, so the rest is unknown.
  return true
}

const PERSONAL_CHUNKS = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])

const pngHasPersonalData = (view: DataView): boolean => {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = textAt(view, at + 4, 4)
    if (PERSONAL_CHUNKS.has(kind)) return true
    // A cropped screenshot may contain the cropped part after its end.
    if (kind === 'IEND') return at + 12 < view.byteLength
  }
  return false
}

/** Whether a JPEG or PNG contains a location, device or personal data, or more than the visible picture. */
export const hasPersonalData = (picture: ArrayBuffer): boolean => {
  const view = new DataView(picture)
  if (view.byteLength < 12) return false
  if (view.getUint16(0) === JPEG_START) return jpegHasPersonalData(view)
  return view.getUint32(0) === PNG_START && pngHasPersonalData(view)
}

const LITTLE_ENDIAN = 0x4949
const ORIENTATION = 0x0112
/** The segment's header, `Exif` and two zeros. */
const EXIF_HEAD = 10

/** The orientation (1 to 8) in the Exif segment from `at` to `end`; 1 if there is none. */
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

/** An Exif segment with the orientation only, up to its value. */
const EXIF = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0,
  0, 1, 0,
]
const exifOf = (orientation: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(...EXIF, orientation, 0, 0, 0, 0, 0, 0)

/**
 * A JPEG that cannot be re-encoded (truncated, or too large for a cheap phone's memory), without its location, device and
 * personal data; the orientation is kept. Returns its parts; null if no image data is found, or there is nothing to remove.
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
    if (!isPersonal(view, at)) kept.push(new Uint8Array(picture, at, Math.min(end, view.byteLength) - at))
    else orientation = Math.max(orientation, orientationIn(view, at, end))
    if (marker === SCAN) {
      const start = new Uint8Array(picture, 0, 2)
      return orientation > 1 && orientation <= 8 ? [start, exifOf(orientation), ...kept] : [start, ...kept]
    }
    at = end
  }
  return null
}

/** Whether the content is a JPEG or PNG, the types a message may carry, whatever the file's name. */
export const isJpegOrPng = (picture: ArrayBuffer): boolean => {
  const view = new DataView(picture)
  return view.byteLength >= 4 && (view.getUint16(0) === JPEG_START || view.getUint32(0) === PNG_START)
}

/** Brands of an ISO media file that is HEIC or HEIF. */
const HEIC_BRANDS = /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/

/** Whether a file's content is HEIC: phones and messengers rename such files without converting them. */
export const isHeicInside = async (file: Blob): Promise<boolean> => {
  const head = new DataView(await file.slice(4, 12).arrayBuffer())
  return HEIC_BRANDS.test(textAt(head, 0, 8))
}
