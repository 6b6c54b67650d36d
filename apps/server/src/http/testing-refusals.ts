import { Refusal } from '@podmoga/contract/refusals'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

const INTERNALS =
  /FST_|node_modules|\/home\/|\/work\/|\bat \S+:\d|select |insert |update |relation|syntax|constraint|zod|expected|received|invalid|required/i

/** S01: every refusal collected by the suite is Russian JSON that reveals no internals. */
export const expectCleanRefusals = (refusals: readonly LightMyRequestResponse[]): void => {
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) {
    expect(refusal.headers['content-type'], refusal.body).toBe('application/json; charset=utf-8')
    expect(refusal.headers['x-request-id'], refusal.body).toMatch(/^[0-9a-f-]{36}$/)
    const body = refusal.json<{ error: string; code: string; fields?: Record<string, string> }>()
    expect(body.error, refusal.body).toMatch(/[а-яё]/i)
    for (const text of [body.error, ...Object.values(body.fields ?? {})]) {
      expect(text).toMatch(/[а-яё]/i)
      expect(text).not.toMatch(INTERNALS)
    }
    expect(Object.keys(body).filter((key) => !['error', 'code', 'fields'].includes(key))).toEqual([])
  }
}

/** Returns the refusal of a call. Fails if the call was not refused. */
export const refusalOf = async (call: Promise<unknown>): Promise<Refusal> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return expect.fail('the call was not refused')
}
