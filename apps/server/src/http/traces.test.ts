import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openWorld } from '../testing.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
}

/** A fake collector; records the OTLP JSON sent to it. */
const openCollector = async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

const attributeOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a request is a span of its caller’s trace with its statements below it, and tells no word of anybody', async () => {
  const collector = await openCollector()
  // The sampler starts no traces; this request continues the caller's.
  const world = await openWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    payload: { login: 'planted@walls.test', password: 'Planted-pass-1' },
  })
  await world.app.inject('/health/live')
  await world.app.inject('/api/auth/places/')
  await world.close()
  collector.close()
  expect(collector.bodies.length).toBeGreaterThan(0)
  expect(collector.bodies.every((body) => body.startsWith('/v1/traces {'))).toBe(true)
  expect(collector.bodies.join()).not.toMatch(/planted/i)
  const spans: Span[] = collector.bodies.flatMap((body) =>
    JSON.parse(body.slice(body.indexOf('{'))).resourceSpans.flatMap(
      (one: { scopeSpans: { spans: Span[] }[] }) => one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const request = spans.find(({ name }) => name.startsWith('POST '))
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(attributeOf(request, 'http.response.status_code')).toBe(answer.statusCode)
  expect(attributeOf(request, 'podmoga.request_id')).toBe(answer.headers['x-request-id'])
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.every(({ traceId: own }) => own === traceId)).toBe(true)
  expect(spans.filter(({ traceId: own }) => own !== traceId)).toEqual([])
})

test('a collector that is away holds nothing up, and the close of the server neither', async () => {
  const world = await openWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await world.app.inject('/api/auth/places/')).statusCode).toBe(401)
  const began = performance.now()
  await world.close()
  expect(performance.now() - began).toBeLessThan(5000)
})
