/** A seeded random generator (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
type Random = ReturnType<typeof randomOf>

const digits = (random: Random, count: number): string => {
  let all = ''
  while (all.length < count) all += random(10)
  return all
}
const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T
const two = (random: Random, from: number, to: number): string =>
  String(from + random(to - from + 1)).padStart(2, '0')

const barcode = (twelve: string): string => {
  const sum = [...twelve].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

const local = (r: Random) =>
  oneOf(r, [
    `${oneOf(r, ['90', '91', '93', '94', '97', '99', '71'])} ${digits(r, 3)} ${digits(r, 2)} ${digits(r, 2)}`,
    `${oneOf(r, ['90', '91', '93', '94', '97', '99'])}-${digits(r, 3)}-${digits(r, 2)}-${digits(r, 2)}`,
    `(${oneOf(r, ['90', '55', '33', '88'])}) ${digits(r, 3)}-${digits(r, 2)}-${digits(r, 2)}`,
    `${oneOf(r, ['4', '5', '2', '6'])}${digits(r, 2)}-${digits(r, 2)}-${digits(r, 2)}`,
  ])
const phone = (r: Random) =>
  oneOf(r, [
    `+998 ${local(r)}`,
    `+998${digits(r, 9)}`,
    `998${digits(r, 9)}`,
    `8 (${oneOf(r, ['495', '499', '812', '916', '926'])}) ${digits(r, 3)}-${digits(r, 2)}-${digits(r, 2)}`,
    `+7 9${digits(r, 2)} ${digits(r, 3)} ${digits(r, 2)} ${digits(r, 2)}`,
    `+49 ${digits(r, 4)} ${digits(r, 4)} ${digits(r, 4)}`,
    local(r),
  ])
const date = (r: Random) =>
  oneOf(r, [
    `${two(r, 1, 28)}.${two(r, 1, 12)}.202${r(7)}`,
    `202${r(7)}-${two(r, 1, 12)}-${two(r, 1, 28)}`,
    `${two(r, 1, 28)}/${two(r, 1, 12)}/2${r(7)} ${two(r, 0, 23)}:${two(r, 0, 59)}`,
    `202${r(7)}-${two(r, 1, 12)}-${two(r, 1, 28)}T${two(r, 0, 23)}:${two(r, 0, 59)}:${two(r, 0, 59)}.${digits(r, 3)}Z`,
  ])
const sum = (r: Random) =>
  oneOf(r, [
    `${1 + r(999)} ${digits(r, 3)} сум`,
    `${1 + r(99)} ${digits(r, 3)} ${digits(r, 3)},00`,
    `${1 + r(9)}${digits(r, 2)}000`,
    `${1 + r(99)} ${digits(r, 3)} ${digits(r, 3)}.${digits(r, 2)}`,
  ])
const order = (r: Random) =>
  oneOf(r, [
    `№${digits(r, 4 + r(8))}`,
    `UZ-202${r(7)}-${digits(r, 6)}`,
    `#${digits(r, 5)}-${digits(r, 4)}`,
    `17${digits(r, 11)}`,
    `${digits(r, 4)}-${digits(r, 3)}-${digits(r, 4)}`,
    barcode(`${oneOf(r, ['478', '460', '400', '482', '590', '622'])}${digits(r, 9)}`),
  ])
/** A number of a table or an order, and some that follow it. */
const rising = (r: Random): string => {
  const first = 1000 + r(8000)
  return [0, 1, 2, 3].map((step) => first + step * (1 + (first % 9))).join(oneOf(r, [', ', ' ', '\n', '; ']))
}
const prices = (r: Random): string =>
  [0, 1, 2, 3].map(() => (20 + r(179)) * 50).join(oneOf(r, [' ', ', ', ' + ', '/']))
const account = (r: Random): string => {
  const of = `${oneOf(r, ['40702', '40802', '42301', '20208', '30101', '22618'])}${oneOf(r, ['810', '000', '840'])}${digits(r, 12)}`
  return oneOf(r, [of, of.replace(/\d{4}(?=\d)/g, '$& ')])
}
const hex = (r: Random, count: number): string =>
  Array.from({ length: count }, () => oneOf(r, [...'0123456789abcdef'])).join('')
const invoice = (r: Random) =>
  oneOf(r, [
    `ИНН ${digits(r, 9)}`,
    `ИНН 77${digits(r, 8)}/КПП 7701${digits(r, 5)}`,
    `ОГРН 1${digits(r, 12)}`,
    `огрнип 3${two(r, 4, 25)}${digits(r, 12)}`,
    `пинфл ${oneOf(r, ['3', '4', '5', '6'])}${two(r, 1, 31)}${two(r, 1, 12)}${two(r, 50, 99)}${digits(r, 7)}`,
    `р/с ${account(r)}`,
    `МФО ${digits(r, 5)}`,
    `ФН 9${oneOf(r, ['289', '960', '282'])}${digits(r, 12)}`,
    `РН ККТ 000${digits(r, 13)}`,
    `ФД ${digits(r, 6)} ФП ${digits(r, 10)}`,
    `УИН 188${digits(r, 17)}`,
    `RRN ${digits(r, 12)}`,
    `IMEI ${oneOf(r, ['35', '86', '01'])}${digits(r, 13)}`,
    `транзакция ${hex(r, 24)}`,
    `чек ${hex(r, 8)}-${hex(r, 4)}-4${hex(r, 3)}-a${hex(r, 3)}-${hex(r, 12)}`,
  ])
const PARTS = [phone, date, sum, order, rising, prices, invoice]
const WORDS = [
  'Касса не печатает чек',
  'Гость оплатил, а заказ',
  'Позвоните на',
  'счёт-фактура',
  'накладная от',
  'терминал вернул',
  'повторите возврат по',
  'стол',
  'сдача',
  'и ещё',
  'курьер ждёт',
]

const noise = (random: Random): string =>
  Array.from({ length: 1 + random(3) }, () => `${oneOf(random, WORDS)} ${oneOf(random, PARTS)(random)}`).join(
    oneOf(random, [', ', '. ', '\n', ' ']),
  )

/** Lines as kitchen staff and managers write them, with numbers of all kinds but no card numbers. */
export const quietLines = (count: number): string[] => {
  const random = randomOf(20_261_124)
  return Array.from({ length: count }, () => noise(random))
}

/** Prefixes and lengths of card numbers, by brand. */
const BRANDS: readonly [prefixes: readonly string[], lengths: readonly number[]][] = [
  [
    ['4', '4278', '4790'],
    [16, 16, 16, 19],
  ],
  [['51', '55', '2221', '2720', '2400'], [16]],
  [['34', '37'], [15]],
  [['8600', '5614', '9860'], [16]],
  [['2200', '2202', '2204'], [16]],
  [['6011', '65', '644'], [16]],
  [
    ['62', '626292'],
    [16, 19],
  ],
  [['3528', '3589'], [16]],
  [['36', '38'], [14]],
  [['5018', '5038', '6304', '6759'], [16]],
]
const ALPHABETS = [
  '0123456789',
  '0123456789',
  '0123456789',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '０１２３４５６７８９',
  '०१२३४५६७८९',
]
const SEPARATORS = ['', '', ' ', ' ', '-', '.', '\n', '\u00A0', ' - ', '–', '\u2009', '_', '\t', '/']

const cardNumber = (random: Random): string => {
  const [prefixes, lengths] = oneOf(random, BRANDS)
  const [prefix, length] = [oneOf(random, prefixes), oneOf(random, lengths)]
  const body = prefix + digits(random, length - prefix.length - 1)
  const sum = [...body].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
const grouped = (random: Random, number: string): string => {
  const pattern = number.length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{6})(.{4})$/
  const separator = oneOf(random, SEPARATORS)
  const groups = number.length < 16 ? (pattern.exec(number)?.slice(1) ?? []) : (number.match(/.{1,4}/g) ?? [])
  const written = groups.join(separator)
  const alphabet = [...oneOf(random, ALPHABETS)]
  return written.replace(/[0-9]/g, (digit) => alphabet[Number(digit)] ?? digit)
}

/** Lines with a card number among the same words, and the expected result of cutting it. */
export const cardLines = (count: number): { line: string; kept: string }[] => {
  const random = randomOf(7)
  return Array.from({ length: count }, () => {
    const number = cardNumber(random)
    const before = oneOf(random, [
      'Карта ',
      'платил картой: ',
      '',
      'Гость с картой №',
      `${oneOf(random, WORDS)}, карта `,
    ])
    const after = oneOf(random, ['', '.', ', деньги ушли', ' 12/27', '\nЧто делать?', `, ${noise(random)}`])
    return {
      line: before + grouped(random, number) + after,
      kept: `${before}${number.slice(0, 6)}******${number.slice(-4)}${after}`,
    }
  })
}
