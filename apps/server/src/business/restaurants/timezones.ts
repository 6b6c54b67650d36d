import { setImmediate as breathe } from 'node:timers/promises'

const HOUR_MS = 3600 * 1000
/** Zones per slice of the event loop: the first formatter of a zone takes milliseconds. */
const BREATH = 4

/** For a country with one zone Intl returns the country; people who work there know the city. */
const CITIES: Record<string, string> = {
  'Asia/Ashgabat': 'Ашхабад',
  'Asia/Baku': 'Баку',
  'Asia/Bangkok': 'Бангкок',
  'Asia/Bishkek': 'Бишкек',
  'Asia/Dubai': 'Дубай',
  'Asia/Dushanbe': 'Душанбе',
  'Asia/Jerusalem': 'Иерусалим',
  'Asia/Kabul': 'Кабул',
  'Asia/Qatar': 'Доха',
  'Asia/Riyadh': 'Эр-Рияд',
  'Asia/Seoul': 'Сеул',
  'Asia/Shanghai': 'Шанхай',
  'Asia/Tashkent': 'Ташкент',
  'Asia/Tbilisi': 'Тбилиси',
  'Asia/Tehran': 'Тегеран',
  'Asia/Tokyo': 'Токио',
  'Asia/Yerevan': 'Ереван',
  'Europe/Athens': 'Афины',
  'Europe/Berlin': 'Берлин',
  'Europe/Chisinau': 'Кишинёв',
  'Europe/Istanbul': 'Стамбул',
  'Europe/Kiev': 'Киев',
  'Europe/Kyiv': 'Киев',
  'Europe/London': 'Лондон',
  'Europe/Madrid': 'Мадрид',
  'Europe/Minsk': 'Минск',
  'Europe/Paris': 'Париж',
  'Europe/Prague': 'Прага',
  'Europe/Riga': 'Рига',
  'Europe/Rome': 'Рим',
  'Europe/Tallinn': 'Таллин',
  'Europe/Vilnius': 'Вильнюс',
  'Europe/Warsaw': 'Варшава',
}

const partOf = (zone: string, timeZoneName: 'shortGeneric' | 'shortOffset', at: Date): string =>
  new Intl.DateTimeFormat('ru', { timeZone: zone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const askPlatform = (zone: string): string | null => {
  try {
    const name = partOf(zone, 'shortGeneric', new Date(0))
    return /[а-яё]/i.test(name) ? name : null
  } catch {
    return null
  }
}

const asked = new Map<string, string | null>()

/** The platform's Russian name of the place; null if there is none or the zone is invalid. */
const platformName = (zone: string): string | null => {
  const known = asked.get(zone)
  if (known !== undefined) return known
  const name = askPlatform(zone)
  asked.set(zone, name)
  return name
}

/** «Ташкент» for Asia/Tashkent: the city or country in Russian if known, else the id. */
export const timezonePlace = (zone: string): string =>
  CITIES[zone] ?? platformName(zone) ?? zone.replaceAll('_', ' ')

/** «Ташкент, UTC+5» for Asia/Tashkent, with the offset at that moment; the input itself if it is not a zone. */
export const timezoneName = (zone: string, at: Date): string => {
  try {
    const offset = partOf(zone, 'shortOffset', at).replace(/^GMT/, 'UTC').replace(/\+0$/, '')
    return `${timezonePlace(zone)}, ${offset}`
  } catch {
    return zone
  }
}

export interface Timezone {
  id: string
  name: string
}

const byName = new Intl.Collator('ru')
let listed: { hour: number; zones: Promise<Timezone[]> } | null = null

const buildList = async (at: Date): Promise<Timezone[]> => {
  const zones: Timezone[] = []
  for (const id of Intl.supportedValuesOf('timeZone')) {
    zones.push({ id, name: timezoneName(id, at) })
    // Caches the name for finding a zone by its country.
    platformName(id)
    if (zones.length % BREATH === 0) await breathe()
  }
  return zones.sort((a, b) => byName.compare(a.name, b.name))
}

/**
 * All time zones by name. Offsets change only on the hour, so a list is cached for that hour. Yields to the event loop
 * while building it.
 */
export const listTimezones = (at: Date): Promise<Timezone[]> => {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  if (listed?.hour !== hour) listed = { hour, zones: buildList(at) }
  return listed.zones
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/,?\s*(?:utc|gmt)[+-]?[\d:]*$/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

/** Returns a function that finds a zone by its id, city, country or displayed name; undefined if none matches. */
export const makeTimezoneFinder = async (at: Date): Promise<(text: string) => string | undefined> => {
  const zones = await listTimezones(at)
  const known = new Map<string, string>()
  for (const { id } of zones) {
    const country = platformName(id)
    if (country !== null) known.set(folded(country), id)
  }
  for (const { id } of zones) known.set(folded(timezonePlace(id)), id).set(folded(id), id)
  return (text) => known.get(folded(text))
}
