import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutNames } from './lean-icons.ts'

const icon = (name: string): string =>
  readFileSync(
    join(createRequire(import.meta.url).resolve('lucide-react'), '../../esm/icons', `${name}.mjs`),
    'utf8',
  )

test('of an icon of the library only what is drawn stays, each line under a key of its own', () => {
  const lean = withoutNames(icon('circle-play'))
  expect(lean).toContain(`const __iconData = {
  node: [
    [
      "path",
      {
        d: "M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z",
        key: "1"
      }
    ],
    ["circle", { cx: "12", cy: "12", r: "10", key: "2" }]
  ]
};`)
  expect(lean).toContain('createLucideIcon(__iconData)')
  // An icon in another format stays unchanged.
  expect(withoutNames('const __iconData = { name: "x", node: [] };')).toBe(
    'const __iconData = { name: "x", node: [] };',
  )
})
