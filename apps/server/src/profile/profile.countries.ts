import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Country } from '@podmoga/contract/profile'

// All ISO 3166-1 alpha-2 codes.
const CODES = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS',
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE',
  'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM',
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC',
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA',
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO',
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '))

const names = new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' })
const collator = new Intl.Collator('ru')

/** The source of the data is noted in regions.json; countries missing there have no regions. */
interface RegionsFile {
  regions: Record<string, string[]>
}
const { regions } = JSON.parse(readFileSync(join(import.meta.dirname, 'regions.json'), 'utf8')) as RegionsFile

// Intl shortens islands to «о-в» and «о-ва», which nobody would search for.
const nameOf = (code: string): string =>
  (names.of(code) ?? code).replace(/о-ва(?![а-яё])/g, 'острова').replace(/о-в(?![а-яё])/g, 'остров')

const known = new Map(CODES.map((code) => [code, nameOf(code)]))

/** Russian name of a country by its ISO 3166-1 code; null if the code is unknown. */
export const countryName = (code: string): string | null => known.get(code) ?? null

/** All countries with their Russian names, in Russian order. */
export const COUNTRIES: readonly Country[] = [...known]
  .map(([isoCode, name]) => ({ isoCode, name }))
  .sort((one, other) => collator.compare(one.name, other.name))

/** Regions of a country in Russian order; empty if we have none, null if there is no such country. */
export const regionsOf = (code: string): readonly string[] | null =>
  known.has(code) ? (Object.hasOwn(regions, code) ? (regions[code] ?? []) : []) : null

/** Whether a region may be chosen. If we have none for a country, its own name serves as the region. */
export const isRegionOf = (code: string, region: string): boolean => {
  const list = regionsOf(code) ?? []
  return list.length === 0 ? region === countryName(code) : list.includes(region)
}

for (const list of Object.values(regions)) list.sort(collator.compare)
