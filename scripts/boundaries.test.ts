import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { breaches } from './boundaries.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podmoga-boundaries-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Returns violations for these files: each imports the listed paths (`type PATH`: only a type). */
const wrongIn = async (house: Record<string, string[]>): Promise<string[]> => {
  for (const [path, imports] of Object.entries(house)) {
    const text = imports.map((one) =>
      one.startsWith('type ') ? `import type { T } from '${one.slice(5)}'` : `import '${one}'`,
    )
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), [...text, 'export type T = 1'].join('\n'))
  }
  return (await breaches(root, [...new Set(Object.keys(house).map((path) => path.split('/')[0] ?? ''))]))
    .problems
}

test('a house in order has nothing wrong', async () => {
  expect(
    await wrongIn({
      'apps/desk/src/app/router.ts': ['./features.ts', '../session/gate.ts'],
      'apps/desk/src/app/features.ts': ['../tickets/tickets.feature.ts'],
      'apps/desk/src/app/follow-desk.ts': ['../tickets/queue/queue-view.ts'],
      'apps/desk/src/tickets/queue/queue-view.ts': [],
      'apps/desk/src/session/gate.ts': [],
      'apps/desk/src/tickets/tickets.feature.ts': ['./page.ts'],
      'apps/desk/src/tickets/page.ts': ['../lib/dates.ts'],
      'apps/desk/src/lib/dates.ts': [],
      'apps/server/src/app.ts': ['./modules.ts'],
      'apps/server/src/modules.ts': ['./profile/profile.module.ts', './knowledge/knowledge.module.ts'],
      'apps/server/src/profile/profile.module.ts': ['type ../module.ts', './profile.ts'],
      'apps/server/src/knowledge/knowledge.module.ts': ['./reading/reading.routes.ts'],
      'apps/server/src/module.ts': ['type ./http/refuse.ts'],
      'apps/server/src/knowledge/reading/reading.routes.ts': ['../knowledge.html.ts'],
      'apps/server/src/knowledge/knowledge.html.ts': [],
      'apps/server/src/business/business.ts': ['../profile/profile.ts', '../session/session.ts'],
      'apps/server/src/profile/profile.ts': ['../session/session.ts', '../files/photo.ts'],
      'apps/server/src/session/session.ts': ['../http/refuse.ts'],
      'apps/server/src/files/photo.ts': ['../http/refuse.ts'],
      'apps/server/src/http/refuse.ts': ['type ../deps.ts'],
      'apps/server/src/deps.ts': ['./config.ts'],
      'apps/server/src/config.ts': ['./session/session.config.ts'],
      'apps/server/src/session/session.config.ts': ['../config-part.ts'],
      'apps/server/src/config-part.ts': [],
      'bench/run.ts': ['../apps/server/src/app.ts'],
    }),
  ).toEqual([])
})

const FORBIDDEN = [
  ['области не импортируют друг друга', 'apps/desk/src/tickets/a.ts', 'apps/desk/src/knowledge/b.ts'],
  ['области не импортируют друг друга', 'apps/server/src/profile/a.ts', 'apps/server/src/tickets/b.ts'],
  ['области не импортируют друг друга', 'apps/server/src/session/a.ts', 'apps/server/src/profile/b.ts'],
  ['области не импортируют друг друга', 'apps/server/src/profile/a.ts', 'apps/server/src/business/b.ts'],
  ['области не импортируют друг друга', 'apps/server/src/tickets/a.ts', 'apps/server/src/session/b.ts'],
  ['в область входят через её дверь', 'apps/server/src/app.ts', 'apps/server/src/tickets/a.ts'],
  ['в область входят через её дверь', 'apps/server/src/doctor/a.ts', 'apps/server/src/session/b.ts'],
  [
    'двери знает только тот, кто их перечисляет',
    'apps/server/src/tickets/a.ts',
    'apps/server/src/tickets/shifts/shifts.module.ts',
  ],
  ['app входит в область через её feature', 'apps/desk/src/app/a.ts', 'apps/desk/src/tickets/b.ts'],
  ['app входит в область через её feature', 'apps/staff/src/app/shell/a.ts', 'apps/staff/src/profile/b.ts'],
  [
    'app входит в область через её feature',
    'apps/desk/src/app/follow-desk.ts',
    'apps/desk/src/tickets/tickets.api.ts',
  ],
  [
    'комнаты базы знаний не знают друг друга',
    'apps/server/src/knowledge/reading/a.ts',
    'apps/server/src/knowledge/editing/desk.ts',
  ],
  [
    'общее базы знаний лежит ниже её комнат',
    'apps/server/src/knowledge/knowledge.html.ts',
    'apps/server/src/knowledge/exchange/a.ts',
  ],
  [
    'в комнату входят через её дверь',
    'apps/server/src/demo/a.ts',
    'apps/server/src/knowledge/exchange/import.ts',
  ],
  ['составляющее лежит выше областей', 'apps/staff/src/tickets/a.ts', 'apps/staff/src/app/b.ts'],
  ['составляющее лежит выше областей', 'apps/server/src/tickets/a.ts', 'apps/server/src/app.ts'],
  ['составляющее лежит выше областей', 'apps/staff/src/tickets/a.ts', 'apps/staff/src/screens.tsx'],
  ['нижнее не знает областей и app', 'apps/staff/src/lib/a.ts', 'apps/staff/src/tickets/b.ts'],
  ['нижнее не знает областей и app', 'apps/server/src/http/a.ts', 'apps/server/src/session/b.ts'],
  ['нижнее не знает областей и app', 'apps/server/src/http/a.ts', 'apps/server/src/app.ts'],
  [
    'что знают все, знает из областей только их настройки',
    'apps/server/src/deps.ts',
    'apps/server/src/session/a.ts',
  ],
  [
    'часть настроек не знает ничего нашего',
    'apps/server/src/session/session.config.ts',
    'apps/server/src/session/a.ts',
  ],
  ['http лежит ниже files', 'apps/server/src/http/a.ts', 'apps/server/src/files/b.ts'],
  ['db и ports лежат ниже http', 'apps/server/src/db/a.ts', 'apps/server/src/http/b.ts'],
  ['background знает только db и ports', 'apps/server/src/background/a.ts', 'apps/server/src/live/b.ts'],
  ['приложения никто не импортирует', 'bench/a.ts', 'apps/desk/src/lib/b.ts'],
  ['приложения никто не импортирует', 'apps/staff/src/lib/a.ts', 'apps/desk/src/lib/b.ts'],
  ['сервер импортируют только тесты, измерения и сценарии', 'packages/ui/src/a.ts', 'apps/server/src/b.ts'],
  ['пакеты не импортируют ничего нашего', 'packages/contract/src/a.ts', 'packages/ui/src/b.ts'],
  ['пакеты не импортируют ничего нашего', 'packages/sql/src/a.ts', 'packages/embedded-postgres/src/b.ts'],
  ['соседний пакет импортируют по имени', 'apps/server/src/a.ts', 'packages/contract/src/b.ts'],
  [
    'серверу доступны только contract, embedded-postgres, search и sql',
    'apps/server/src/a.ts',
    'packages/ui/src/b.ts',
  ],
  ['поиском и базой владеет сервер', 'apps/desk/src/lib/a.ts', 'packages/search/src/b.ts'],
  ['поиском и базой владеет сервер', 'apps/staff/src/lib/a.ts', 'packages/embedded-postgres/src/b.ts'],
  ['браузерные тесты, измерения и сценарии никто не импортирует', 'apps/server/src/a.ts', 'scripts/b.ts'],
  ['браузерные тесты и сценарии не знают друг друга', 'scripts/a.ts', 'e2e/b.ts'],
  ['браузерные тесты и сценарии не знают друг друга', 'e2e/a.ts', 'scripts/b.ts'],
  ['браузерные тесты и сценарии не знают друг друга', 'tools/a.ts', 'e2e/b.ts'],
  ['тестовое — только тестам', 'apps/server/src/tickets/a.ts', 'apps/server/src/tickets/tickets.testing.ts'],
] as const

describe('one house with every forbidden way in it', () => {
  let wrong: string[] = []
  beforeAll(async () => {
    const house: Record<string, string[]> = {}
    for (const [, from, to] of FORBIDDEN) {
      house[to] ??= []
      house[from] = [...(house[from] ?? []), `type ${'../'.repeat(from.split('/').length - 1)}${to}`]
    }
    root = await mkdtemp(join(tmpdir(), 'podmoga-boundaries-'))
    wrong = await wrongIn(house)
    await rm(root, { recursive: true, force: true })
  })

  test.each(FORBIDDEN)('%s: %s → %s', (rule, from, to) => {
    expect(wrong).toContain(`${from} → ${to}: ${rule}`)
  })
})

test.each([
  ['of static imports', './b.ts', "import './a.ts'"],
  ['of types alone', 'type ./b.ts', "import type { T } from './a.ts'"],
  ['closed by import()', './b.ts', "export const later = () => import('./a.ts')"],
  ['closed by a type of what import() brings', 'type ./b.ts', "export const later = () => import('./a.ts')"],
])('a circle %s is found', async (_, there, back) => {
  await wrongIn({ 'apps/desk/src/lib/a.ts': [there] })
  await writeFile(join(root, 'apps/desk/src/lib/b.ts'), `${back}\nexport type T = 1`)
  expect((await breaches(root, ['apps'])).problems.join()).toContain('круг импортов')
})

test('an import of nothing is found', async () => {
  expect(await wrongIn({ 'scripts/a.ts': ['./gone.ts'] })).toEqual([
    'scripts/a.ts → ./gone.ts: такого файла нет',
  ])
})
