import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listFigureTickets } from '../desk/figures.ts'
import { addPasskey } from '../passkeys.ts'
import { renewSession } from '../session.ts'

const KEY = { id: 'a', rawId: 'a', type: 'public-key' }
const withTransport = (text: string) => ({
  name: 'Ключ',
  passkey: { ...KEY, response: { clientDataJSON: 'a', attestationObject: 'a', transports: [text] } },
})
const PERIOD = { from: '2026-11-01', to: '2026-11-02', what: 'opened' }

test.each<[string, z.ZodType, (text: string) => object]>([
  ['the model of a device', listFigureTickets.query, (model) => ({ ...PERIOD, model })],
  ['whose session is renewed', renewSession.body, (subject) => ({ subject })],
  ['the transports of a passkey', addPasskey.body, withTransport],
])('V03 %s is without what the database cannot hold', (_what, schema, inputOf) => {
  expect(schema.safeParse(inputOf('usb')).success).toBe(true)
  for (const text of ['\0', 'a\0b', '\ud800']) expect(schema.safeParse(inputOf(text)).success).toBe(false)
})
