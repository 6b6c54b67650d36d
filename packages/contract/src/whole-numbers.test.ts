import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from './all.ts'

const MOST = 2_147_483_647

interface Json {
  type?: string
  maximum?: number
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
}

/** Where a schema accepts an integer too large for an integer column. Ids, which may also be strings, are skipped. */
const tooLarge = (schema: Json, at: string): string[] => [
  ...(schema.type === 'integer' && (schema.maximum ?? Infinity) > MOST ? [at] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => tooLarge(of, `${at} ${name}`)),
  ...(schema.items === undefined ? [] : tooLarge(schema.items, `${at} []`)),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .filter((_one, _at, all) => !all.some(({ type }) => type === 'string'))
    .flatMap((one) => tooLarge(one, at)),
]

test('N08 no body takes a whole number that the database cannot hold', () => {
  const bodies = ENDPOINTS.flatMap((call) =>
    'body' in call && call.body ? [[call.name, call.body] as const] : [],
  )
  expect(bodies.length).toBeGreaterThan(50)
  const found = bodies.flatMap(([name, body]) =>
    tooLarge(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json, name),
  )
  expect(found).toEqual([])
})
