import { ENDPOINTS } from '@podmoga/contract/all'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeAnswerWriters } from './answer-writers.ts'

const opened = async (answers: readonly z.ZodType[]) => {
  const writers = makeAnswerWriters()
  const app = Fastify({ schemaController: writers.schemaController })
  onTestFinished(() => app.close())
  for (const [at, answer] of answers.entries())
    app.get(`/${at}`, { schema: { response: { 200: answer } } }, async () => ({
      id: 1,
      secret: 'not declared',
    }))
  await app.ready()
  return { app, writers }
}

test('every answer of the contract has a writer', async () => {
  const { writers } = await opened(ENDPOINTS.map(({ answer }) => answer))
  await writers.prepare(async () => true)
})

test('an answer is cut to what is declared, whether or not its writer was prepared', async () => {
  const { app, writers } = await opened([z.object({ id: z.number() }), z.object({ id: z.string() })])
  expect((await app.inject('/0')).body).toBe('{"id":1}')
  await writers.prepare(async () => true)
  expect((await app.inject('/1')).body).toBe('{"id":"1"}')
})

test('prepare throws if a schema cannot be compiled', async () => {
  const { writers } = await opened([z.object({ id: z.number() }), z.custom<never>()])
  await expect(writers.prepare(async () => true)).rejects.toThrow('Custom types cannot be represented')
})
