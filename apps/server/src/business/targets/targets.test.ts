import { readFile, writeFile } from 'node:fs/promises'
import { ENDPOINTS } from '@podmoga/contract/all'
import { kindsOf } from '@podmoga/contract/rights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEVICE_ACTS } from './devices.testing.ts'
import { PERSON_ACTS } from './people.testing.ts'
import { ask, SCIM_ACTS } from './scim.testing.ts'
import { OWNER_ACTS, OWNERS, RESTAURANT_ACTS, RESTAURANTS } from './things.testing.ts'
import { type Asker, EXCESSES, type Excess, openTargets, type Targets } from './world.testing.ts'

const FILE = new URL('../../../../../docs/roles.md', import.meta.url)
/** scripts/check-roles.ts generates what precedes it. */
const MARK = '<!-- rights.targets -->\n'

const WHO: Record<Asker, string> = { manager: 'управляющий', admin: 'администратор' }
const WORDS: Record<string, string> = {
  ok: '●',
  above_you: 'выше',
  not_found: 'нет',
  bad: 'отказ',
  same: 'без изменений',
  address_taken: 'занято',
  not_admitted: 'не впущен',
  person_disabled: 'отключён',
  left: 'не тронуто',
  invalid: 'неверно',
  forbidden: 'нельзя',
}
/** Administrative calls without a particular target: lists, and actions on the business as a whole. */
const ON_NOBODY = [
  'addApiKey',
  'addRestaurant',
  'countPeople',
  'countRetention',
  'exportFigures',
  'exportJournal',
  'exportPeople',
  'exportTickets',
  'findRestaurants',
  'getAdminSettings',
  'getFigureLetter',
  'getFigures',
  'getGroups',
  'getHandbook',
  'getInstallationState',
  'getInviteWays',
  'getNextSteps',
  'getQuality',
  'getRetention',
  'getRules',
  'getServiceLevels',
  'importDevices',
  'importRestaurants',
  'listAdminRestaurants',
  'listApiKeys',
  'listDevices',
  'listErasures',
  'listFigureTickets',
  'listJournal',
  'listJournalEvents',
  'listProviders',
  'listRestaurantGroups',
  'listTimezones',
  'removeRestaurantGroup',
  'renameRestaurantGroup',
  'setAdminSettings',
  'setFigureLetter',
  'setGroups',
  'setHandbook',
  'setLogo',
  'setRetention',
  'setRules',
  'setServiceLevels',
  'tryRule',
]

const ACTS_AT_RESTAURANTS = [...RESTAURANT_ACTS, ...DEVICE_ACTS]

let t: Targets
beforeAll(async () => {
  t = await openTargets()
})
afterAll(() => t.close())

const keysOf = <K extends string>(names: Record<K, string>): K[] => Object.keys(names) as K[]
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const tableOf = (head: readonly string[], names: readonly string[], rows: readonly string[][]): string =>
  [
    rowOf([...head, ...names]),
    rowOf([...head.map(() => '---'), ...names.map(() => ':-:')]),
    ...rows.map((row) => rowOf(row.map((cell) => WORDS[cell] ?? cell))),
  ].join('\n')

/** Plays every action of every asker on every possible target, one after another. */
const playAll = async <K extends string>(
  acts: readonly {
    says: string
    askers: readonly Asker[]
    play: (t: Targets, asker: Asker, where: K) => Promise<string>
  }[],
  names: Record<K, string>,
): Promise<string[][]> => {
  const rows: string[][] = []
  for (const { says, askers, play } of acts)
    for (const asker of askers) {
      const row = [says, WHO[asker]]
      for (const where of keysOf(names)) row.push(await play(t, asker, where))
      rows.push(row)
    }
  return rows
}

const onPeople = (): Promise<string[][]> =>
  playAll<Excess>(
    PERSON_ACTS.map(({ says, askers, play }) => ({
      says,
      askers,
      play: async (targets, asker, excess) =>
        play(targets, asker, await targets.makeTarget(excess, asker), excess),
    })),
    EXCESSES,
  )

const byDirectory = async (): Promise<string[][]> => {
  const rows: string[][] = []
  for (const { says, play } of SCIM_ACTS) {
    const row = [says]
    for (const excess of keysOf(EXCESSES)) row.push(await play(t, await t.makeTarget(excess, 'admin')))
    rows.push(row)
  }
  return rows
}

test('every call of the administration that acts on somebody, or on something of somebody’s, is walked', () => {
  const walked = [...PERSON_ACTS, ...ACTS_AT_RESTAURANTS, ...OWNER_ACTS].flatMap(({ calls }) =>
    calls.map(({ name }) => name),
  )
  const all = ENDPOINTS.filter((call) =>
    kindsOf(call).some((kind) => kind === 'manager' || kind === 'admin'),
  ).map(({ name }) => name)
  // A new call must be covered or listed in ON_NOBODY.
  expect(all.filter((name) => !walked.includes(name) && !ON_NOBODY.includes(name))).toEqual([])
  expect(ON_NOBODY.filter((name) => walked.includes(name) || !all.includes(name))).toEqual([])
})

test('N01: docs/roles.md tells what of every act reaches beyond the asker', async () => {
  const excesses = Object.values(EXCESSES)
  const people = await onPeople()
  const directory = await byDirectory()
  const restaurants = await playAll(ACTS_AT_RESTAURANTS, RESTAURANTS)
  const things = await playAll(OWNER_ACTS, OWNERS)
  const session = await ask(t, 'GET', 'Users', undefined, await t.world.signIn(t.walls.admin.login))
  expect(session.outcome).toBe('above_you')
  const words = Object.entries(WORDS).map(([code, word]) =>
    code === 'ok' ? `${word} — можно` : `${word} — \`${code}\``,
  )
  const wanted = `${MARK}
## Что из этого достаёт дальше самого человека

Сыграно на настоящем сервере: \`business/targets/targets.test.ts\`. Столбец — что у того, над кем действуют, есть сверх места сотрудника в ресторане управляющего. ${words.join(', ')}. Ссылка, у чьего человека прибавилось лишнее, отвечает \`not_found\`, как использованная. Отстала — \`WRITE_ROLES=1 npm test -- apps/server/src/business/targets/targets.test.ts\`.

### Над человеком

${tableOf(['Действие', 'Кто'], excesses, people)}

### Над человеком, каталогом: SCIM по ключу администратора

Вход администратора, даже подтверждённый, здесь не годится: только ключ.

${tableOf(['Действие'], excesses, directory)}

### В ресторане

${tableOf(['Действие', 'Кто'], Object.values(RESTAURANTS), restaurants)}

### С чужими вещами

${tableOf(['Действие', 'Кто'], Object.values(OWNERS), things)}
`
  const text = await readFile(FILE, 'utf8')
  const [made] = text.split(MARK)
  if (process.env.WRITE_ROLES === '1') await writeFile(FILE, `${made}${wanted}`)
  expect(await readFile(FILE, 'utf8')).toBe(`${made}${wanted}`)
})
