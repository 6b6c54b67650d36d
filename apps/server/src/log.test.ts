import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { openWorld } from './testing.ts'

const onTerminal = () => {
  const written: string[] = []
  const log = openLog('info', { isTTY: true, write: (text) => written.push(text) })
  return { log, lines: () => stripVTControlCharacters(written.join('')).split('\n').slice(0, -1) }
}

test('in a terminal a request is one line: when, what, its facts without the empty ones', () => {
  const { log, lines } = onTerminal()
  log.info({ method: 'GET', route: '/api/x/', status: 200, ms: 3.1, person_id: null }, 'request')
  expect(lines()).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d request method=GET route=\/api\/x\/ status=200 ms=3\.1$/),
  ])
})

test('what went wrong stands out, with its stack below', () => {
  const { log, lines } = onTerminal()
  log.warn({ cause: 'exit code 1' }, 'the database has stopped')
  log.error({ err: new Error('no room') }, 'a letter was not sent')
  const [warning, error, first, second] = lines()
  expect(warning).toMatch(/ ВНИМАНИЕ the database has stopped cause="exit code 1"$/)
  expect(error).toMatch(/ ОШИБКА a letter was not sent$/)
  expect(first).toBe('  Error: no room')
  expect(second).toMatch(/^ {6}at .*log\.test\.ts/)
})

test('control characters in logged data do not reach the terminal', () => {
  const { log, lines } = onTerminal()
  // Single control characters: `lines()` strips whole escape sequences, so a test with those would not detect a leak.
  log.info({ name: '\u0008', err: { message: 'a\u0007b\u0085' } }, 'said \u0000')
  expect(lines().join('')).not.toMatch(/\p{Cc}/u)
})

test('probes are not in the log', async () => {
  const world = await openWorld()
  try {
    await world.app.inject('/health/live')
    await world.app.inject('/health/ready')
    await world.app.inject('/api/settings/')
    const routes = world.log().flatMap(({ msg, route }) => (msg === 'request' ? [route] : []))
    expect(routes).toEqual(['/api/settings/'])
  } finally {
    await world.close()
  }
})
