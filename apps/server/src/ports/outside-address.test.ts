import { expect, test } from 'vitest'
import { isOutside, outsideLookup } from './outside-address.ts'

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['2606:4700::1111', true],
  ['2a00:1450:4010::8a', true],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b::a00:1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['2002:a00:1::', false],
  ['3fff::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['not an address', false],
])('N15: %s lies outside: %s', (address, outside) => {
  expect(isOutside(address)).toBe(outside)
})

test('N15: a name that leads inside is not connected to, however it is asked', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((done) => outsideLookup('localhost', { all }, (failed) => done(failed)))
    expect(error).toMatchObject({ code: 'INSIDE_ADDRESS' })
  }
})
