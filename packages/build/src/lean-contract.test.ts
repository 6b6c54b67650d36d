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
