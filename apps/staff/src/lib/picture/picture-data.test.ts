import { expect, test } from 'vitest'
import { hasPersonalData, isHeicInside, isJpegOrPng, withoutData } from './picture-data.ts'

const bytes = (...parts: (number[] | string)[]): ArrayBuffer =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part,
    ),
  ).buffer
const segment = (marker: number, text: string) => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...[...text].map((letter) => letter.charCodeAt(0)),
]
/** The image data, with bytes in it that look like a marker. */
const SCAN = [...segment(0xda, '....'), 1, 0xff, 0, 2, 0xff, 0xd9]
const PNG = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
const chunk = (kind: string, size: number) => [
  0,
  0,
  0,
  size,
  ...[...kind].map((letter) => letter.charCodeAt(0)),
  ...Array.from({ length: size + 4 }, () => 1),
]

test.each([
  ['a JPEG with Exif', bytes([0xff, 0xd8], segment(0xe0, 'JFIF...'), segment(0xe1, 'Exif..')), true],
  ['a JPEG with a comment', bytes([0xff, 0xd8], segment(0xfe, 'made by Timur')), true],
  [
    'a JPEG with colours only',
    bytes([0xff, 0xd8], segment(0xe0, 'JFIF...'), segment(0xe2, 'ICC_PROFILE'), segment(0xee, 'Adobe'), SCAN),
    false,
  ],
  // Metadata with names or locations: of a photo agency's editor, an action camera, a manufacturer, a phone's second picture.
  ['a JPEG with IPTC', bytes([0xff, 0xd8], segment(0xed, 'Photoshop 3.0'), SCAN), true],
  ['a JPEG of an action camera', bytes([0xff, 0xd8], segment(0xe6, 'GPMF....'), SCAN), true],
  ['a JPEG with its history', bytes([0xff, 0xd8], segment(0xeb, 'JP......'), SCAN), true],
  ['a JPEG of two pictures', bytes([0xff, 0xd8], segment(0xe2, 'MPF.....'), SCAN), true],
  [
    'a JPEG with Exif behind fill bytes',
    bytes([0xff, 0xd8, 0xff, 0xff], segment(0xe1, 'Exif..'), SCAN),
    true,
  ],
  ['a JPEG with a film behind it', bytes([0xff, 0xd8], segment(0xe0, 'JFIF...'), SCAN, 'ftypmp42'), true],
  ['a JPEG with no picture in sight', bytes([0xff, 0xd8], segment(0xe0, 'JFIF...')), true],
  ['a PNG with Exif', bytes(PNG, chunk('IHDR', 13), chunk('eXIf', 8), chunk('IDAT', 4)), true],
  ['a PNG with text', bytes(PNG, chunk('IHDR', 13), chunk('tEXt', 8)), true],
  ['a PNG with Exif behind', bytes(PNG, chunk('IHDR', 13), chunk('IDAT', 4), chunk('eXIf', 8)), true],
  ['a PNG that was cut', bytes(PNG, chunk('IHDR', 13), chunk('IDAT', 4), chunk('IEND', 0), 'rest'), true],
  [
    'a PNG of pixels only',
    bytes(PNG, chunk('IHDR', 13), chunk('pHYs', 9), chunk('IDAT', 4), chunk('IEND', 0)),
    false,
  ],
  ['no picture', bytes('%PDF-1.7 Exif eXIf'), false],
  ['nothing', bytes(), false],
])('%s', (_, head, tells) => {
  expect(hasPersonalData(head)).toBe(tells)
})

test('what a picture is, its bytes say', async () => {
  const kinds = [
    bytes([0xff, 0xd8, 0xff, 0xe0]),
    bytes(PNG),
    bytes('RIFF....WEBPVP8 '),
    bytes('GIF89a'),
    bytes(),
  ]
  expect(kinds.map(isJpegOrPng)).toEqual([true, true, false, false, false])
  const brands = ['heic', 'heix', 'mif1', 'avif', 'isom']
  const inside = brands.map((brand) => isHeicInside(new Blob([bytes([0, 0, 0, 24], `ftyp${brand}`)])))
  expect(await Promise.all(inside)).toEqual([true, true, true, false, false])
  expect(await isHeicInside(new Blob([]))).toBe(false)
})

test('a JPEG that cannot be drawn loses what tells of its place, and keeps the picture and the way up', async () => {
  // Big and little endian: one entry before the orientation, a location after it.
  const big =
    'MM\0*\0\0\0\b\0\u0002\u0001\u000f\0\u0002\0\0\0\u0001\0\0\0\0\u0001\u0012\0\u0003\0\0\0\u0001\0\u0006\0\0GPS 41.3'
  const little = 'II*\0\b\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0GPS 41.3'
  const jfif = segment(0xe0, 'JFIF...')
  for (const tiff of [big, little]) {
    const whole = bytes([0xff, 0xd8], jfif, segment(0xe1, `Exif\0\0${tiff}`), SCAN, 'ftypmp42')
    const left = await new Blob(withoutData(whole) ?? []).bytes()
    const text = String.fromCharCode(...left)
    expect(text).not.toMatch(/GPS|ftyp/)
    const upright = segment(
      0xe1,
      'Exif\0\0MM\0*\0\0\0\b\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\u0006\0\0\0\0\0\0',
    )
    expect(left).toEqual(new Uint8Array(bytes([0xff, 0xd8], upright, jfif, SCAN)))
  }
  const cut = bytes([0xff, 0xd8], segment(0xfe, 'Timur'), SCAN.slice(0, 8))
  expect(await new Blob(withoutData(cut) ?? []).bytes()).toEqual(
    new Uint8Array(bytes([0xff, 0xd8], SCAN.slice(0, 8))),
  )
  for (const other of [bytes([0xff, 0xd8], jfif, SCAN), bytes('%PDF-1.7 Exif eXIf'), bytes()])
    expect(withoutData(other)).toBeNull()
})
