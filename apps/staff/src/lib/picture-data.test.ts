import { expect, test } from 'vitest'
import { hasPersonalData } from './picture-data.ts'

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
    bytes([0xff, 0xd8], segment(0xe0, 'JFIF...'), segment(0xe2, 'ICC_PROFILE'), segment(0xda, '....')),
    false,
  ],
  [
    'a JPEG that ends too early',
    bytes([0xff, 0xd8], segment(0xe0, 'JFIF...').slice(0, 4), 'xxxxxxxx'),
    false,
  ],
  ['a PNG with Exif', bytes(PNG, chunk('IHDR', 13), chunk('eXIf', 8), chunk('IDAT', 4)), true],
  ['a PNG with text', bytes(PNG, chunk('IHDR', 13), chunk('tEXt', 8)), true],
  ['a PNG of pixels only', bytes(PNG, chunk('IHDR', 13), chunk('pHYs', 9), chunk('IDAT', 4)), false],
  ['no picture', bytes('%PDF-1.7 Exif eXIf'), false],
  ['nothing', bytes(), false],
])('%s', (_, head, tells) => {
  expect(hasPersonalData(head)).toBe(tells)
})
