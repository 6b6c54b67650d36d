import {
  changeCountry,
  changeName,
  getProfile,
  listCountries,
  listRegions,
  Profile,
} from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalEmail, canonicalPhone, masked, phoneParts } from './profile.addresses.ts'
import { isRegionOf, regionsOf } from './profile.countries.ts'
import { openProfileWorld, type Somebody, sendEmail, sendPhone } from './profile.testing.ts'

let opened: Awaited<ReturnType<typeof openProfileWorld>>
let A: Somebody

beforeAll(async () => {
  opened = await openProfileWorld({ ADDRESSES_PER_DAY: '1000', CODES_PER_HOUR: '1000' })
  A = await opened.newcomer({ phone: '+998901234560' })
})
afterAll(() => opened.world.close())

const post = (path: string, payload: object, person: Somebody = A) =>
  opened.world.app.inject({
    method: 'POST',
    url: `/api/users/profile/${path}`,
    headers: { authorization: `Bearer ${person.token}`, authrestaurantid: opened.walls.r11 },
    payload,
  })
const detailsOf = async (person: Somebody) => (await person.call(getProfile, {})).details

test('S09: the profile has exactly the contract’s fields, and what is absent is null', async () => {
  const details = await detailsOf(A)
  expect(Object.keys(details).sort()).toEqual(Object.keys(Profile.shape).sort())
  expect(details).toEqual({
    id: A.id,
    email: A.login,
    first_name: 'Нодира',
    last_name: null,
    phone: '+998901234560',
    country: null,
    country_code: null,
    region: null,
    image: null,
    is_email_verified: false,
    phone_in_national_format: '90 123 45 60',
    phone_extension: '+998',
  })
})

describe('the name', () => {
  test.each([
    ['Ё', 'Ё'],
    ['  Дильноза  ', 'Дильноза'],
    ['<b>Аня</b> & "Ко"', '<b>Аня</b> & "Ко"'],
    ['😀😀', '😀😀'],
    ['😀'.repeat(100), '😀'.repeat(100)],
    ['ы'.repeat(100), 'ы'.repeat(100)],
    ['\u202eАня\u202c \u200f\u2066Ли\u2069', 'Аня Ли'],
    ['Аня\r\nиз\tкухни\u0007', 'Аня из кухни'],
    ['И\u0306ода', 'Йода'],
    ['👩\u200d🍳 Лола', '👩\u200d🍳 Лола'],
  ])('V22: %j is kept as a text', async (first_name, kept) => {
    expect(await A.call(changeName, { body: { first_name } })).toEqual({ ok: true, error: null })
    expect((await detailsOf(A)).first_name).toBe(kept)
  })

  test.each([
    ['', 'Необходимо указать имя'],
    ['   ', 'Необходимо указать имя'],
    ['\u200b', 'Необходимо указать имя'],
    ['ы'.repeat(101), 'Не больше 100 символов'],
    ['\u202e\u200f', 'Необходимо указать имя'],
    [`А${'\u0301'.repeat(40)}`, 'В тексте есть недопустимые символы'],
    ['a\u0000', 'В тексте есть недопустимые символы'],
    [null, 'Необходимо указать имя'],
    [['a'], 'Необходимо указать имя'],
  ])('V22: %j is refused', async (first_name, text) => {
    const before = await detailsOf(A)
    const answer = await post('change_name/', { first_name })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { first_name: text }])
    expect(await detailsOf(A)).toEqual(before)
  })

  test('Z18, Z19: nothing but the name changes, and nobody else’s', async () => {
    const B = await opened.newcomer()
    const [before, beforeB] = [await detailsOf(A), await detailsOf(B)]
    const answer = await post(`change_name/?user_id=${B.id}`, {
      first_name: 'Новое имя',
      id: B.id,
      user_id: B.id,
      email: 'x@y.uz',
      is_email_verified: true,
      image: 'x',
      role: 'editor',
      restaurants: [opened.walls.r21],
    })
    expect(answer.json()).toEqual({ ok: true, error: null })
    expect(await detailsOf(A)).toEqual({ ...before, first_name: 'Новое имя' })
    expect(await detailsOf(B)).toEqual(beforeB)
  })

  test('C11: two stale pages change two fields, and both changes stay', async () => {
    const person = await opened.newcomer()
    await Promise.all([
      person.call(changeName, { body: { first_name: 'Лола' } }),
      person.call(changeCountry, { body: { country: 'UZ', region: 'Ташкент' } }),
    ])
    expect(await detailsOf(person)).toMatchObject({ first_name: 'Лола', region: 'Ташкент' })
  })
})

describe('countries', () => {
  test('every one of ISO 3166-1, in Russian, in Russian order', async () => {
    const { countries } = await A.call(listCountries, {})
    expect(countries).toHaveLength(249)
    const names = countries.map(({ name }) => name)
    expect(new Set(names).size).toBe(249)
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare))
    for (const name of names) expect(name).toMatch(/^[А-ЯЁ].*[а-яё)]$/i)
    const of = (code: string) => countries.find(({ isoCode }) => isoCode === code)?.name
    expect([of('UZ'), of('KZ'), of('RU'), of('US'), of('AX')]).toEqual([
      'Узбекистан',
      'Казахстан',
      'Россия',
      'Соединенные Штаты',
      'Аландские острова',
    ])
    expect(of('EU')).toBeUndefined()
  })

  test('regions of every country of the CIS, in Russian and in order', async () => {
    const sizes = {
      UZ: 14,
      KZ: 20,
      KG: 9,
      TJ: 5,
      TM: 6,
      RU: 83,
      BY: 7,
      AM: 11,
      AZ: 78,
      GE: 12,
      MD: 37,
      UA: 27,
    }
    for (const [code, size] of Object.entries(sizes)) {
      const { regions } = await A.call(listRegions, { params: { code } })
      expect(regions, code).toHaveLength(size)
      expect(new Set(regions).size, code).toBe(size)
      expect(regions).toEqual([...regions].sort(new Intl.Collator('ru').compare))
      for (const region of regions) expect(region).not.toMatch(/[a-z]/i)
    }
    expect((await A.call(listRegions, { params: { code: 'UZ' } })).regions).toContain('Ферганская область')
  })

  test('V21: a code that is none is not found, whatever it is made of', async () => {
    for (const code of ['XX', 'uz', '..%2f', '%00', 'UZ%27', 'U'.repeat(1024), '__proto__']) {
      const answer = await opened.world.app.inject({
        url: `/api/users/countries/${code}/regions/`,
        headers: { authorization: `Bearer ${A.token}`, authrestaurantid: opened.walls.r11 },
      })
      expect([400, 404], code).toContain(answer.statusCode)
    }
  })

  test('a country without regions of ours has none, and its own name stands for the region', async () => {
    expect((await A.call(listRegions, { params: { code: 'VA' } })).regions).toEqual([])
    expect(await A.call(changeCountry, { body: { country: 'VA', region: 'Рим' } })).toMatchObject({
      ok: false,
    })
    expect(await A.call(changeCountry, { body: { country: 'VA', region: 'Ватикан' } })).toMatchObject({
      ok: true,
    })
    expect(await detailsOf(A)).toMatchObject({ country: 'Ватикан', country_code: 'VA', region: 'Ватикан' })
    expect(regionsOf('constructor')).toBeNull()
    expect(isRegionOf('XX', '')).toBe(false)
  })

  test('V19: country and region are kept together, in Russian', async () => {
    expect(await A.call(changeCountry, { body: { country: 'KZ', region: 'Алматы' } })).toEqual({
      ok: true,
      error: null,
    })
    expect(await detailsOf(A)).toMatchObject({ country: 'Казахстан', country_code: 'KZ', region: 'Алматы' })
  })

  test('V19, S03: a region of another country and a country that is none are said in Russian', async () => {
    const before = await detailsOf(A)
    const change = (country: string, region: string) => A.call(changeCountry, { body: { country, region } })
    expect(await change('UZ', 'Алматы')).toEqual({ ok: false, error: 'Необходимо выбрать регион' })
    expect(await change('XX', 'Алматы')).toEqual({ ok: false, error: 'Необходимо указать страну' })
    for (const [body, fields] of [
      [{ country: 'uz', region: 'Ташкент' }, { country: 'Необходимо указать страну' }],
      [{ country: "UZ'", region: 'Ташкент' }, { country: 'Необходимо указать страну' }],
      [{ region: 'Ташкент' }, { country: 'Необходимо указать страну' }],
      [{ country: 'UZ' }, { region: 'Необходимо выбрать регион' }],
      [{ country: 'UZ', region: '' }, { region: 'Необходимо выбрать регион' }],
    ]) {
      const answer = await post('change_country/', body ?? {})
      expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
    }
    expect(await detailsOf(A)).toEqual(before)
  })
})

describe('V14: an e-mail', () => {
  test.each([
    'a@b',
    'a@b.',
    '.a@b.uz',
    'a..b@c.uz',
    `${'a'.repeat(65)}@b.uz`,
    `a@${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(63)}.uz`,
    'a b@c.uz',
    'a@b@c.uz',
    '<a@b.uz>',
    'a@b.uz,c@d.uz',
    'a@-b.uz',
    'a@b.uz\r\nBcc: c@d.uz',
    'a@\u0000b.uz',
    'a\u202eb@c.uz',
    'a\u200bb@c.uz',
    'a\u0007b@c.uz',
    `a${'\u0301'.repeat(20)}@c.uz`,
    '',
    42,
  ])('%j is refused', async (email) => {
    const answer = await post('send_email_update_code/', { email })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    expect(answer.json().fields.email).toMatch(/^(Неверный адрес электронной почты|Обязательное поле)$/)
  })

  test.each([
    ['a+b@c.uz', 'a+b@c.uz'],
    ['  a@b.uz ', 'a@b.uz'],
    ['Anna.Lee@MAIL.Uz', 'Anna.Lee@mail.uz'],
    ['иван@пример.рф', 'иван@пример.рф'],
    ['ИВАН@xn--e1afmkfd.xn--p1ai', 'иван@пример.рф'],
    [`${'a'.repeat(64)}@b.uz`, `${'a'.repeat(64)}@b.uz`],
  ])('%j goes to %s', async (email, to) => {
    const person = await opened.newcomer()
    expect(await sendEmail(person.call, email)).toMatchObject({ ok: true })
    expect(opened.world.mail.sent.at(-1)?.to).toBe(to)
  })
})

describe('V17: a phone', () => {
  test.each([
    '8 (90) 123',
    'позвоните мне',
    'call +998901234567',
    '+9989012345678901',
    '+19005551234',
    '+0',
    '+998901234567;ext=5',
    '+',
    '',
    '\ud800',
  ])('%j is refused', async (phone) => {
    const answer = await post('send_phone_update_code/', { phone })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    expect(answer.json().fields.phone).toMatch(/^(Неверный номер телефона|Обязательное поле)$/)
  })

  test.each(['+870773111632', '+881612345678', '+882161234567', '+883510001234567', '+87812345678901'])(
    '%s gets no SMS, and is told why',
    async (phone) => {
      const answer = await post('send_phone_update_code/', { phone })
      expect(answer.json()).toMatchObject({
        code: 'invalid',
        fields: { phone: expect.stringContaining('спутниковые') },
      })
    },
  )

  test('two spellings are one number', async () => {
    const spellings = [
      '+998905550017',
      '998905550017',
      '90 555 00 17',
      '+998 (90) 555-00-17',
      '+٩٩٨٩٠٥٥٥٠٠١٧',
    ]
    for (const spelling of spellings) expect(canonicalPhone(spelling), spelling).toBe('+998905550017')
    const person = await opened.newcomer()
    const delays: number[] = []
    for (const spelling of spellings)
      delays.push(Number((await sendPhone(person.call, spelling)).delay_until_next_otp))
    expect(delays.every((delay) => delay > 50)).toBe(true)
    expect(opened.world.sms.sent.filter(({ to }) => to === '+998905550017')).toHaveLength(1)
  })

  test('numbers of other countries are parted rightly', () => {
    expect(phoneParts('+79161234567')).toEqual({ extension: '+7', national: '916 123 45 67' })
    expect(phoneParts('+12025550123')).toEqual({ extension: '+1', national: '202 555 0123' })
  })
})

test('addresses are masked for notices', () => {
  expect(masked('email', 'ivan@mail.uz')).toBe('i•••@mail.uz')
  expect(masked('phone', '+998901234567')).toBe('+998 ••• 67')
  expect(canonicalEmail('a@b c.uz')).toBeNull()
})
