import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutServerLines } from './lean-contract.ts'

test('only what the server alone reads of a call goes, whatever stands beside it', () => {
  const code = `endpoint({
  name: 'a',
  summary: 'Один, «два»',
  method: 'POST',
  path: 'summary/',
  former_path: 'sum/:id/',
  auth: 'staff',
  confirmed: 'always',
  body: z.object({ auth: z.string(), name: z.string() }),
  refusals: ['not_found', 'too_often'],
  compressed: true,
  by_key: false,
  creates: true,
})
endpoint({
  summary:
    'Два',
  path: 'refusals/',
  auth: ['admin', 'agent'],
  refusals: [
    'not_found',
    'forbidden',
  ],
})
const summary = 'x'
`
  expect(withoutServerLines(code)).toBe(`endpoint({


  method: 'POST',
  path: 'summary/',



  body: z.object({ auth: z.string(), name: z.string() }),



  creates: true,
})
endpoint({

  path: 'refusals/',


})
const summary = 'x'
`)
})

const ROOT = join(import.meta.dirname, '../../..')
const CONFLICT = /^ {2}(\w+): \[\s*409,\s*'([^'\n]*)',?\s*\],$/gm
const sentencesOf = (code: string) =>
  new Map([...code.matchAll(CONFLICT)].map(([, name = '', text = '']) => [name, text]))

test('an app is built without the sentences of conflicts, except for those that it says itself', () => {
  const source = readFileSync(join(ROOT, 'packages/contract/src/refusals.ts'), 'utf8')
  const [whole, lean] = [sentencesOf(source), sentencesOf(withoutServerLines(source))]
  expect(whole.size).toBeGreaterThan(25)
  expect(source.match(/\b409\b/g)).toHaveLength(whole.size)
  expect([...lean.keys()]).toEqual([...whole.keys()])
  expect([...lean].filter(([, text]) => text !== '').map(([name]) => name)).toEqual([
    'changed_meanwhile',
    'other_person',
  ])
  const said = ['packages/web', 'apps/staff', 'apps/desk', 'apps/intranet'].flatMap((at) =>
    readdirSync(join(ROOT, at, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(?:ing)?\./.test(file))
      .flatMap((file) => [
        ...readFileSync(join(ROOT, at, 'src', file), 'utf8').matchAll(/refusalText\(([^)]*)\)/g),
      ]),
  )
  const names = said.map(([, name = '']) => /^'(\w+)'$/.exec(name)?.[1])
  expect(names).toContain('other_person')
  expect(names.filter((name) => name === undefined || lean.get(name) === '')).toEqual([])
})
