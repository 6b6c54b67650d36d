import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@podmoga/contract/all'
import { expect, test } from 'vitest'

const CONTRACT = join(import.meta.dirname, '../../../../packages/contract/src')

test('every call that any file of the contract declares is in the list that servers, walks and OpenAPI go by', async () => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'all.ts')
    .map((file) => file.slice(0, -'.ts'.length))
  // A call re-exported by another file is counted once.
  const declared = new Set<object>()
  for (const file of files) {
    const exported = (await import(`@podmoga/contract/${file}`)) as Record<string, unknown>
    for (const value of Object.values(exported))
      if (
        typeof value === 'object' &&
        value !== null &&
        'answer' in value &&
        'path' in value &&
        'name' in value
      )
        declared.add(value)
  }
  const listed = ENDPOINTS.map(({ name }) => name)
  const names = [...declared].map((call) => ('name' in call ? String(call.name) : ''))
  expect(listed.toSorted()).toEqual(names.toSorted())
  expect(new Set(listed).size).toBe(listed.length)
})
