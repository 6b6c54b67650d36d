import { expect, test } from 'vitest'
import { withoutSummaries } from './lean-contract.ts'

test('only what describes a call goes, whatever stands beside it', () => {
  const code =
    "endpoint({\n  name: 'a',\n  summary: 'Один, «два»',\n  path: 'summary/',\n})\nconst summary = 'x'\n"
  expect(withoutSummaries(code)).toBe(
    "endpoint({\n  name: 'a',\n\n  path: 'summary/',\n})\nconst summary = 'x'\n",
  )
})
