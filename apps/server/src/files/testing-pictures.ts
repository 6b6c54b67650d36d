import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { GIF } from './testing-files.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

const pngAround = (width: number, height: number, idat: Buffer): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A complete PNG of 30,000 × 30,000 pixels in about a hundred kilobytes. */
export const bombOf900Megapixels = async (): Promise<Buffer> => {
  const side = 30_000
  const deflate = createDeflate({ level: 9 })
  const packed = buffer(deflate)
  const rows = Buffer.alloc((1 + side / 8) * 100)
  for (let row = 0; row < side; row += 100)
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once('drain', resolve))
  deflate.end()
  return pngAround(side, side, await packed)
}

/** A PNG whose header declares far more, or far less, than it holds. */
export const pngThatLies = (width: number, height: number): Buffer =>
  pngAround(width, height, deflateSync(Buffer.alloc(2 * 9)))

export const gifOf = (frames: number): Buffer => {
  const at = GIF.indexOf(0x2c)
  const frame = GIF.subarray(at, GIF.length - 1)
  return Buffer.concat([
    GIF.subarray(0, at),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

/** Noise, so that a missing part would be noticed. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** A sideways photo, red on the left; its EXIF has a rotation that puts red on top, and a location. */
export const turnedPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: 'blue' } })
    .composite([
      { input: { create: { width: 150, height: 300, channels: 3, background: 'red' } }, left: 0, top: 0 },
    ])
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 18/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg({ quality: 100 })
    .toBuffer()
