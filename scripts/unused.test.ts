import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './files.ts'

const root = mkdtempSync(join(tmpdir(), 'podmoga-unused-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('what nobody uses, what nobody declared and a circle are each told, as knip.json asks for them', () => {
  const { include } = JSON.parse(readFileSync(join(ROOT, 'knip.json'), 'utf8')) as { include: string[] }
  const house: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'house',
      type: 'module',
      dependencies: { 'never-used': '1.0.0' },
    }),
    'knip.json': JSON.stringify({ include, entry: ['main.ts'], project: ['*.ts'] }),
    'main.ts': "import 'never-declared'\nimport './gone.ts'\nimport { one } from './one.ts'\none()",
    'one.ts': "import { other } from './other.ts'\nexport const one = () => other()\nexport const spare = 1",
    'other.ts': "import { one } from './one.ts'\nexport const other = () => one()",
    'alone.ts': 'export const alone = 1',
  }
  for (const [path, text] of Object.entries(house)) writeFileSync(join(root, path), text)
  const args = [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress', '--reporter', 'json']
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  for (const wrong of ['alone.ts', 'never-used', 'never-declared', './gone.ts', 'spare', 'other.ts'])
    expect(stdout, wrong).toContain(wrong)
})
