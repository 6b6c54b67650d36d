import { hasPersonalData, isJpegOrPng } from './picture-data.ts'

const LONGEST_PX = 2048
const LARGEST_BYTES = 1_000_000
const QUALITIES = [0.85, 0.75, 0.65] as const
const SMALLER = 0.8

const makeCanvas = (width: number, height: number): OffscreenCanvas | HTMLCanvasElement => {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

const toJpeg = (canvas: OffscreenCanvas | HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

const draw = (image: ImageBitmap, scale: number) => {
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = makeCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | null
  if (context === null) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  // Transparent areas would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return canvas
}

const encode = async (image: ImageBitmap): Promise<Blob | null> => {
  let scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height))
  for (;;) {
    const canvas = draw(image, scale)
    for (const quality of QUALITIES) {
      const blob = await toJpeg(canvas, quality)
      if (blob === null || blob.size <= LARGEST_BYTES) return blob
    }
    scale *= SMALLER
  }
}

/**
 * The picture as a JPEG of at most 2048 pixels and a megabyte, upright and without metadata. Null if the original may be sent:
 * small enough without personal data, or not larger than the result. Rejects if the browser cannot decode it. `isAlways`: the
 * original may not be sent, since others could not open it.
 */
export const shrink = async (file: Blob, isAlways = false): Promise<Blob | null> => {
  // Larger files are re-encoded in any case.
  const head = await file.slice(0, LARGEST_BYTES).arrayBuffer()
  const isPersonal = hasPersonalData(head)
  // Rotated by its EXIF orientation, as an <img> shows it.
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    // Messengers rename WebP and other types to .jpg as well; the server accepts only JPEG and PNG content.
    const isChanged = isPersonal || isAlways || !isJpegOrPng(head)
    const isSmall = Math.max(image.width, image.height) <= LONGEST_PX && file.size <= LARGEST_BYTES
    if (isSmall && !isChanged) return null
    const blob = await encode(image)
    return blob !== null && (isChanged || blob.size < file.size) ? blob : null
  } finally {
    image.close()
  }
}
