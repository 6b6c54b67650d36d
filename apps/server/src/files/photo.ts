import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type sharp from 'sharp'
import type { ResizeOptions } from 'sharp'
import { refuse } from '../http/refuse.ts'
import { late } from '../ports/lazy-libraries.ts'
import { makeFairQueue } from './fair-queue.ts'

const fileType = late<typeof import('file-type')>('file-type')
// No cache: it would keep open files that are removed a moment later.
const getSharp = late<typeof sharp>('sharp', (loaded) => loaded.cache(false))

const SIDE = 512
const PIXELS_MAX = 25_000_000
const FRAMES_MAX = 1000
const SECONDS_MAX = 5

// Each further decoder would be exposed to untrusted bytes; sharp would accept SVG too.
const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/apng', 'image/gif']
const PICTURE_TYPES = [...PHOTO_TYPES, 'image/webp']

// The maximum width of an article on a screen of double density.
const ARTICLE_WIDTH = 1600

/** A re-encoded picture. */
export interface Photo {
  temp_path: string
  content_type: 'image/webp'
  /** Bytes. */
  size: number
  sha256: Buffer
  /** Pixels. */
  width: number
  height: number
}

const badPicture = () =>
  refuse('unsupported_type', { message: FIELD.file_type, fields: { image: FIELD.file_type } })

const tooManyPixels = () =>
  refuse('too_large', {
    message: 'Слишком большое изображение. Не больше 25 мегапикселей.',
    fields: { image: 'Слишком большое изображение' },
  })

// One at a time: decoding 25 megapixels takes up to 100 MB.
const enqueue = makeFairQueue(1, 60)

/**
 * Re-encodes a picture as a square of 512 pixels, rotated by its EXIF, without metadata or trailing data; only the first
 * frame of an animation. The new file lies beside the old one, which stays. Refuses `too_large` for more than 25 megapixels
 * and `unsupported_type` for anything that cannot be fully decoded in five seconds.
 * `whose`: the queue's subject, so that people, not pictures, are served round-robin.
 */
export const makePhoto = (temp_path: string, whose = ''): Promise<Photo> =>
  enqueue(whose, () => draw(temp_path, PHOTO_TYPES, { width: SIDE, height: SIDE, fit: 'cover' }))

/** The same for an article's picture: not cropped, at most 1600 pixels wide. */
export const makePicture = (temp_path: string, whose = ''): Promise<Photo> =>
  enqueue(whose, () => draw(temp_path, PICTURE_TYPES, { width: ARTICLE_WIDTH, withoutEnlargement: true }))

/** Returns the size of an article's picture without decoding it. Refuses a wrong type, and too many pixels. */
export const measurePicture = (path: string): Promise<{ width: number; height: number }> =>
  measure(path, PICTURE_TYPES)

// What libwebp writes for a picture without metadata or animation.
const CHUNKS = ['VP8X', 'ALPH', 'VP8 ']

/**
 * Whether a picture is already what {@link makePicture} would make: encoding it again, as from an export to an import, would lose
 * quality each time.
 */
export const isMadePicture = (bytes: Buffer, width: number): boolean => {
  const tagAt = (at: number) => bytes.toString('latin1', at, at + 4)
  if (width > ARTICLE_WIDTH || bytes.length < 20 || tagAt(0) !== 'RIFF' || tagAt(8) !== 'WEBP') return false
  const left = new Set(CHUNKS)
  let at = 12
  while (at + 8 <= bytes.length && left.delete(tagAt(at))) {
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length && bytes.readUInt32LE(4) + 8 === at
}

const draw = async (temp_path: string, types: readonly string[], size: ResizeOptions): Promise<Photo> => {
  await measure(temp_path, types)
  const { data: bytes, info } = await redraw(temp_path, size)
  const path = join(dirname(temp_path), randomUUID())
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return {
    temp_path: path,
    content_type: 'image/webp',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    width: info.width,
    height: info.height,
  }
}

const measure = async (path: string, types: readonly string[]) => {
  const type = await fileType().fileTypeFromFile(path, { signal: AbortSignal.timeout(1_000) })
  if (type === undefined || !types.includes(type.mime)) throw badPicture()
  // With a limit, libvips would not even report the size of a decompression bomb.
  const facts = await getSharp()(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw badPicture()
    })
  const { width, height, pages = 1 } = facts
  if (width * height > PIXELS_MAX || pages > FRAMES_MAX) throw tooManyPixels()
  return { width, height }
}

const redraw = (path: string, size: ResizeOptions) =>
  getSharp()(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize(size)
    .webp({ quality: 84 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw badPicture()
    })
