import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { acceptForms, makeReadMultipart } from '../files/read-multipart.ts'
import { FORM_TYPE, filePart, formOf, PNG } from '../files/testing-files.ts'
import { answerErrors } from './errors.ts'
import { acceptOnlyJson } from './json-body.ts'
import { refuse } from './refuse.ts'
import { limitSlowBodies } from './slow-bodies.ts'

// On a busy machine a chunk may arrive half a second late.
const STALL_MS = 2500

let dir: string
let app: FastifyInstance
let port: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podmoga-slow-'))
  const deps = { config: getConfig({ DATA_DIR: dir }), rates: { take: async () => undefined }, scanner: null }
  app = Fastify({ connectionTimeout: 100 })
  limitSlowBodies(app, { json_ms: 200, late_ms: 200, late_bytes: 5_000_000 })
  acceptOnlyJson(app)
  acceptForms(app)
  answerErrors(app)
  const read = await makeReadMultipart(deps as unknown as Deps, STALL_MS)
  app.post('/json', async (request) => request.body)
  app.post('/refused', async () => {
    throw refuse('unauthorized')
  })
  app.post('/form', async (request) => {
    const form = await read(request, { field: 'files', kind: 'attachments' })
    await form.discard()
    return { files: form.files.length }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

/**
 * Sends the start at once and then a piece every `every` ms. Resolves when the connection ends, with the response and the elapsed
 * time.
 */
const trickle = (start: string | Buffer, piece: string | Buffer, every: number, pieces = Infinity) =>
  new Promise<{ answer: string; ms: number }>((resolve) => {
    const begun = performance.now()
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.write(start)
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      if (sent <= pieces) socket.write(piece)
    }, every)
    let answer = ''
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resolve({ answer, ms: performance.now() - begun })
    }
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.includes('"files":')) end()
    })
    socket.on('close', end)
    socket.on('error', () => undefined)
  })

it('R06: cuts off a JSON body that trickles in', async () => {
  const { answer, ms } = await trickle(`${head('/json', 'application/json', 1000)}{`, ' ', 20)
  expect(answer).not.toContain('200 OK')
  expect(ms).toBeLessThan(20_000)
})

it('cuts off a body that goes on long after it was refused, by time', async () => {
  const { answer, ms } = await trickle(head('/refused', FORM_TYPE, 1_000_000), 'x', 20)
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(ms).toBeLessThan(20_000)
})

it('cuts off a body that goes on after it was refused, by size', async () => {
  const { answer } = await trickle(head('/refused', FORM_TYPE, 1_000_000_000), Buffer.alloc(1_000_000), 1)
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})

it('waits for a slow upload that makes progress, longer than for an idle connection', async () => {
  const form = formOf(filePart('files', 'a.png', PNG))
  const start = Buffer.concat([Buffer.from(head('/form', FORM_TYPE, form.length)), form.subarray(0, -5)])
  const { answer, ms } = await trickle(start, form.subarray(-5), STALL_MS * 0.7, 1)
  expect(answer).toContain('{"files":1}')
  expect(ms).toBeGreaterThan(STALL_MS * 0.6)
})

it('gives up an upload that makes none, and leaves nothing', async () => {
  const form = formOf(filePart('files', 'a.png', PNG))
  const start = Buffer.concat([Buffer.from(head('/form', FORM_TYPE, form.length)), form.subarray(0, -5)])
  const { answer, ms } = await trickle(start, '', 1000, 0)
  expect(answer).not.toContain('200 OK')
  expect(ms).toBeLessThan(20_000)
  await expect.poll(() => readdir(join(dir, 'tmp'))).toEqual([])
})
