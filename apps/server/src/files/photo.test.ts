import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isMadePicture, makePhoto, makePicture, measurePicture } from './photo.ts'
import { GIF, PDF, PNG } from './testing-files.ts'
import { bombOf900Megapixels, gifOf, noise, pngThatLies, turnedPhoto } from './testing-pictures.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podmoga-photo-'))
})
beforeEach(async () => {
  for (const name of await readdir(dir)) await rm(join(dir, name))
})
afterAll(async () => {
  await rm(dir, { recursive: true })
})

const photoOf = async (bytes: Buffer) => {
  const path = join(dir, 'given')
  await writeFile(path, bytes)
  return makePhoto(path)
}

const refusalOf = async (bytes: Buffer) => {
  const begun = performance.now()
  const code = await photoOf(bytes).then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  )
  expect(performance.now() - begun).toBeLessThan(15_000)
  // Only the input is left.
  expect(await readdir(dir)).toEqual(['given'])
  return code
}

describe('makePhoto', () => {
  it('makes a square of 512 pixels and describes it correctly', async () => {
    const photo = await photoOf(await noise(900, 600).jpeg().toBuffer())
    const bytes = await readFile(photo.temp_path)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(photo).toMatchObject({ content_type: 'image/webp', size: bytes.length })
    expect(photo.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true)
  })

  it.each([
    ['png', PNG],
    ['gif', GIF],
    ['animated gif', gifOf(20)],
  ])('takes a %s', async (_, bytes) => {
    expect((await photoOf(bytes)).size).toBeGreaterThan(0)
  })

  it('U10: leaves behind whatever was hidden in a picture', async () => {
    const script = '<script>alert(1)</script>'
    const png = await noise(64, 64)
      .withExif({ IFD0: { ImageDescription: script } })
      .png()
      .toBuffer()
    for (const polyglot of [
      Buffer.concat([png, Buffer.from(script)]),
      Buffer.concat([GIF, Buffer.from(script)]),
    ]) {
      const { temp_path } = await photoOf(polyglot)
      expect((await readFile(temp_path)).includes('<script>')).toBe(false)
    }
  })

  it('U11: turns a picture the way it says and forgets where it was taken', async () => {
    const { temp_path } = await photoOf(await turnedPhoto())
    const facts = await sharp(temp_path).metadata()
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect((await readFile(temp_path)).includes('SecretCamera')).toBe(false)
    const { data, info } = await sharp(temp_path).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
    expect(redAt(256, 40)).toBeGreaterThan(200)
    expect(redAt(256, 470)).toBeLessThan(60)
  })

  it('U12: refuses bombs at once', async () => {
    const bomb = await bombOf900Megapixels()
    expect(bomb.length).toBeLessThan(150_000)
    expect(await refusalOf(bomb)).toBe('too_large')
    expect(await refusalOf(pngThatLies(1, 2 ** 31 - 1))).toMatch(/too_large|unsupported_type/)
    expect(await refusalOf(pngThatLies(4000, 4000))).toBe('unsupported_type')
    expect(await refusalOf(gifOf(10_000))).toBe('too_large')
  })

  it('U12: counts memory by the picture, not by its file', async () => {
    const before = process.memoryUsage().rss
    expect(await refusalOf(await bombOf900Megapixels())).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('U14: refuses half a picture', async () => {
    const png = await noise(300, 300).png().toBuffer()
    const jpeg = await noise(300, 300).jpeg().toBuffer()
    expect(await refusalOf(png.subarray(0, png.length / 2))).toBe('unsupported_type')
    expect(await refusalOf(jpeg.subarray(0, jpeg.length / 2))).toBe('unsupported_type')
  })

  it.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['pdf', PDF],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
  ])('U06: never decodes a %s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('unsupported_type')
  })

  it('takes pictures that come at once one after another', async () => {
    const photo = await noise(200, 200).jpeg().toBuffer()
    const path = join(dir, 'given')
    await writeFile(path, photo)
    const made = await Promise.all([makePhoto(path), makePhoto(path), makePhoto(path)])
    expect(new Set(made.map((one) => one.temp_path)).size).toBe(3)
  })
})

describe('an article’s picture', () => {
  const madeOf = async (bytes: Buffer) => {
    await writeFile(join(dir, 'given'), bytes)
    return readFile((await makePicture(join(dir, 'given'))).temp_path)
  }

  it('U10: is known by its form once it was made, with nothing added to it', async () => {
    const opaque = await madeOf(await noise(40, 20).jpeg().toBuffer())
    const clear = await madeOf(await noise(40, 20).ensureAlpha(0.5).png().toBuffer())
    const trailing = Buffer.concat([opaque, Buffer.from('<script>')])
    const chunk = Buffer.concat([opaque, Buffer.from('EXIF\x04\0\0\0evil')])
    const resized = Buffer.from(chunk)
    resized.writeUInt32LE(chunk.length - 8, 4)
    const twice = Buffer.concat([opaque, opaque.subarray(12)])
    twice.writeUInt32LE(twice.length - 8, 4)
    const located = await sharp(opaque)
      .withExif({ IFD0: { Make: 'Secret' } })
      .webp()
      .toBuffer()
    for (const bytes of [opaque, clear]) expect(isMadePicture(bytes, 40)).toBe(true)
    const others = [trailing, chunk, resized, twice, located, opaque.subarray(0, -2), PNG, Buffer.alloc(0)]
    for (const bytes of others) expect(isMadePicture(bytes, 40)).toBe(false)
    expect(isMadePicture(opaque, 1601)).toBe(false)
  })

  it.each([
    [
      'svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
      'unsupported_type',
    ],
    ['bomb', bombOf900Megapixels(), 'too_large'],
  ])('U06, U12: a %s is refused before it is measured or decoded', async (_, bytes, code) => {
    await writeFile(join(dir, 'given'), await bytes)
    await expect(measurePicture(join(dir, 'given'))).rejects.toMatchObject({ code })
  })
})
