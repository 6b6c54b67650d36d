const JPEG_START = 0xffd8
const PNG_START = 0x89504e47
const SCAN = 0xda
const APP1 = 0xe1
// The segments with colours and the JFIF head tell nothing of anybody.
const COMMENT = 0xfe

const jpegTells = (view: DataView): boolean => {
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker >> 8 !== 0xff || (marker & 0xff) === SCAN) return false
    if ((marker & 0xff) === APP1 || (marker & 0xff) === COMMENT) return true
    at += 2 + view.getUint16(at + 2)
  }
  return false
}

const TELLING = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])

const pngTells = (view: DataView): boolean => {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)))
    if (TELLING.has(kind)) return true
    if (kind === 'IDAT') return false
  }
  return false
}

/** Whether the head of a JPEG or PNG holds what tells of a place, a device or a person. */
export const hasPersonalData = (head: ArrayBuffer): boolean => {
  const view = new DataView(head)
  if (view.byteLength < 12) return false
  if (view.getUint16(0) === JPEG_START) return jpegTells(view)
  return view.getUint32(0) === PNG_START && pngTells(view)
}
