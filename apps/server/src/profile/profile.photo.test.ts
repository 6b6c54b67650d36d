import { PHOTO_MAX } from '@podmoga/contract/fields/limits'
import { getProfile } from '@podmoga/contract/profile'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORM_TYPE, filePart, formOf, GIF, PNG } from '../files/testing-files.ts'
import { bombOf900Megapixels, gifOf, noise, pngThatLies, turnedPhoto } from '../files/testing-pictures.ts'
import { openProfileWorld, type Somebody } from './profile.testing.ts'

let opened: Awaited<ReturnType<typeof openProfileWorld>>
let A: Somebody

beforeAll(async () => {
  opened = await openProfileWorld()
  A = await opened.newcomer()
})
afterAll(() => opened.world.close())

const upload = (file_name: string, bytes: Buffer, field = 'image', person = A) =>
  opened.world.app.inject({
    method: 'POST',
    url: '/api/users/profile/upload_image/',
    headers: {
      authorization: `Bearer ${person.token}`,
      authrestaurantid: opened.walls.r11,
      'content-type': FORM_TYPE,
    },
    payload: formOf(filePart(field, file_name, bytes)),
  })
const fetched = (url: string) => opened.world.app.inject({ url })
const imageOf = async (person = A) => (await person.call(getProfile, {})).details.image
const keys = async (): Promise<number> => (await opened.world.sql`select from stored_files`).count

/** A PNG of an exact size in bytes: decoders ignore what follows its end. */
const padded = async (size: number): Promise<Buffer> => {
  const png = await noise(300, 300).png().toBuffer()
  return Buffer.concat([png, Buffer.alloc(size - png.length)])
}

describe('a photo', () => {
  test('is drawn anew as 512 × 512, linked from the profile, and shown as a picture', async () => {
    const answer = await upload('Я в отпуске.jpg', await turnedPhoto())
    expect(answer.json()).toEqual({ ok: true, error: null, image: expect.stringMatching(/^\/files\//) })
    expect(await imageOf()).toBe(answer.json().image)
    const file = await fetched(answer.json().image)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })
  })

  test('U11: is turned as its EXIF says, and loses EXIF, GPS and XMP', async () => {
    const { image } = (await upload('a.jpg', await turnedPhoto())).json()
    const { rawPayload } = await fetched(image)
    expect(rawPayload.toString('latin1')).not.toMatch(/SecretCamera|GPS|xmpmeta|Exif/)
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const [top, bottom] = [data.subarray(0, 3), data.subarray(-3)]
    expect((top[0] ?? 0) > 200 && (top[2] ?? 255) < 60).toBe(true)
    expect((bottom[2] ?? 0) > 200 && (bottom[0] ?? 255) < 60).toBe(true)
  })

  test('U10: loses whatever was appended to it', async () => {
    const png = await noise(64, 64).png().toBuffer()
    const { image } = (
      await upload('p.png', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
    ).json()
    expect((await fetched(image)).rawPayload.toString('latin1')).not.toContain('<script>')
  })

  test.each([
    ['a.gif', GIF],
    ['A.PNG', PNG],
  ])('%s is taken', async (name, bytes) => {
    expect((await upload(name, bytes)).json()).toMatchObject({ ok: true })
  })

  test('U02: 2,000,000 and 2,097,152 bytes are taken, one more is not', async () => {
    for (const size of [2_000_000, PHOTO_MAX])
      expect((await upload('a.png', await padded(size))).json(), String(size)).toMatchObject({ ok: true })
    const answer = await upload('a.png', await padded(PHOTO_MAX + 1))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toMatch(/^Слишком большой файл/)
  })

  test('U30: of twenty one is kept, and the links before open nothing', async () => {
    const person = await opened.newcomer()
    const before = await keys()
    const links: string[] = []
    for (let i = 0; i < 20; i += 1) links.push((await upload('a.png', PNG, 'image', person)).json().image)
    expect(await keys()).toBe(before + 1)
    for (const link of links.slice(0, -1)) expect((await fetched(link)).statusCode).toBe(404)
    expect((await fetched(links.at(-1) ?? '')).statusCode).toBe(200)
    expect(await imageOf(person)).toBe(links.at(-1))
  })
})

describe('what is no photo', () => {
  test('U12: bombs and liars are refused at once, and the photo stays', async () => {
    const before = [await imageOf(), await keys()]
    for (const [name, bytes] of [
      ['bomb.png', await bombOf900Megapixels()],
      ['lying.png', pngThatLies(60_000, 60_000)],
      ['thin.png', pngThatLies(1, 2_000_000_000)],
      ['frames.gif', gifOf(10_000)],
    ] as const) {
      const began = performance.now()
      const answer = await upload(name, bytes)
      expect(answer.json(), name).toMatchObject({
        ok: false,
        image: null,
        error: expect.stringMatching(/[а-я]/),
      })
      expect(performance.now() - began, name).toBeLessThan(15_000)
    }
    expect([await imageOf(), await keys()]).toEqual(before)
  })

  test('U14: half a picture is refused', async () => {
    const png = await noise(200, 200).png().toBuffer()
    const answer = await upload('trunc.png', png.subarray(0, png.length / 2))
    expect(answer.json()).toEqual({ ok: false, error: 'Неподдерживаемый формат', image: null })
  })

  test.each([
    ['svg.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['page.png', Buffer.from('<!doctype html><script>1</script>')],
  ])('U05, U06: %s is refused', async (name, bytes) => {
    const answer = await upload(name, bytes)
    expect(answer.json().ok ?? false).toBe(false)
    expect(answer.json().error).toMatch(/^Неподдерживаемый формат/)
  })

  test.each(['blob', 'photo', 'avatar.webp', 'avatar.gif'])(
    'what it is counts, not its name: %s',
    async (name) => {
      expect((await upload(name, PNG)).json()).toMatchObject({ ok: true })
    },
  )

  test('no file at all, or one in another field', async () => {
    const [before, image] = [await keys(), await imageOf()]
    const none = await opened.world.app.inject({
      method: 'POST',
      url: '/api/users/profile/upload_image/',
      headers: {
        authorization: `Bearer ${A.token}`,
        authrestaurantid: opened.walls.r11,
        'content-type': FORM_TYPE,
      },
      payload: formOf(),
    })
    expect(none.json()).toEqual({ ok: false, error: 'Необходим файл', image: null })
    expect((await upload('a.png', PNG, 'avatar')).statusCode).toBe(400)
    expect([await keys(), await imageOf()]).toEqual([before, image])
  })
})
