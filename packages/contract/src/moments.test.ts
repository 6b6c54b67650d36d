import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from './all.ts'

/** The direct sub-schemas of a schema. */
const partsOf = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return [...schema.options]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()]
  if (schema instanceof z.ZodDefault) return [schema.unwrap()]
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  return []
}

const momentsOf = (schema: z.core.$ZodType): z.ZodISODateTime[] =>
  schema instanceof z.ZodISODateTime ? [schema] : partsOf(schema).flatMap(momentsOf)

const TAKEN = ENDPOINTS.flatMap((call) => {
  const { query, body, form } = call as { query?: z.ZodType; body?: z.ZodType; form?: z.ZodType }
  return [query, body, form].flatMap((schema) =>
    schema === undefined ? [] : momentsOf(schema).map((moment) => ({ call: call.name, moment })),
  )
})

test.each([
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
])('N08: no call takes %s, which the database could not hold or would give back in other signs', (text) => {
  expect(new Set(TAKEN.map(({ call }) => call))).toEqual(
    new Set([
      'listJournal',
      'exportJournal',
      'createIncident',
      'snoozeTicket',
      'changeMany',
      'changeBusiness',
      'approveReview',
      'returnReview',
    ]),
  )
  expect(TAKEN.filter(({ moment }) => moment.safeParse(text).success).map(({ call }) => call)).toEqual([])
  expect(TAKEN.every(({ moment }) => moment.safeParse('2026-01-31T10:00:00.000Z').success)).toBe(true)
})
