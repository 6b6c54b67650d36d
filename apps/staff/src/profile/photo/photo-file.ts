import { FIELD } from '@podmoga/contract/fields/field-texts'
import { PHOTO_EXTENSIONS, PHOTO_MAX } from '@podmoga/contract/fields/limits'
import { splitByAccept } from '@podmoga/ui/file-drop/accept'
import { isThere } from '@podmoga/web/files/gone'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const SHRUNK_PX = 1024
const PHOTO_PX = 512
const QUALITY = 0.85

/** Why a file cannot be a photo, by its name and size; null if it can. */
export const faultOf = (file: File): 'type' | 'size' | null => {
  if (splitByAccept([file], PHOTO_EXTENSIONS).fit.length === 0) return 'type'
  return file.size > PHOTO_MAX ? 'size' : null
}

export const FAULTS = {
  type: FIELD.file_type,
  size: FIELD.file_too_large,
  none: FIELD.photo,
  gone: 'Файл больше не открывается. Выберите его снова.',
} as const

/** A GIF is uploaded unchanged: re-encoding would stop its animation. */
export const isGif = (file: File): boolean => file.name.toLowerCase().endsWith('.gif')

// Rotated by its EXIF orientation, as an <img> shows it.
const withPicture = async <T>(file: File, work: (image: ImageBitmap) => Promise<T>): Promise<T> => {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await work(image)
  } finally {
    image.close()
  }
}

/** Why the browser cannot decode the file; null if it can. */
export const unreadable = (file: File): Promise<'type' | 'gone' | null> =>
  withPicture(file, async () => null).catch(async () => ((await isThere(file)) ? 'type' : 'gone'))

const draw = (
  image: ImageBitmap,
  from: Area,
  size: { width: number; height: number },
  file: File,
): Promise<File> =>
  new Promise((resolve, reject) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, size)
    const type = file.type === 'image/png' && size.width <= PHOTO_PX ? 'image/png' : 'image/jpeg'
    const context = canvas.getContext('2d')
    if (context === null) return reject(new Error('no canvas'))
    context.imageSmoothingQuality = 'high'
    if (type === 'image/jpeg') {
      // Transparent areas would turn black.
      context.fillStyle = '#fff'
      context.fillRect(0, 0, size.width, size.height)
    }
    context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, size.width, size.height)
    canvas.toBlob(
      (blob) => {
        if (blob === null) return reject(new Error('the picture cannot be written'))
        const name = `${file.name.replace(/\.[^.]*$/, '')}.${type === 'image/png' ? 'png' : 'jpg'}`
        resolve(new File([blob], name, { type }))
      },
      type,
      QUALITY,
    )
  })

/** The picture with its longer side at most 1024 pixels. */
export const shrink = (file: File): Promise<File> =>
  withPicture(file, (image) => {
    const { width, height } = image
    const scale = Math.min(1, SHRUNK_PX / Math.max(width, height))
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
    return draw(image, { x: 0, y: 0, width, height }, size, file)
  })

/** A square crop, at most 512 pixels wide. */
export const crop = (file: File, area: Area): Promise<File> =>
  withPicture(file, (image) => {
    const side = Math.max(1, Math.min(PHOTO_PX, Math.round(area.width)))
    return draw(image, area, { width: side, height: side }, file)
  })
