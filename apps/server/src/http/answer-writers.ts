import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'
import { answerSchemaOf } from './answer-schema.ts'

type Write = ReturnType<FastifySerializerCompiler<unknown>>

// What writes an answer depends on its schema alone, and that never changes; several servers in one process share it.
const writers = new WeakMap<z.ZodType, Write>()

/** What turns answers into JSON, compiled for each kind when the first of it is sent, or beforehand by `prepare`. */
export interface AnswerWriters {
  /** For the routes whose `schema.response` is the contract's own declaration. */
  compiler: (route: { schema: unknown }) => Write
  /** Compiles those of all routes, one a turn: requests come between. Throws what cannot be compiled. */
  prepare: (isStopped?: () => boolean) => Promise<void>
}

/** Compiling them all takes a tenth of a second that no start has to wait for. */
export const makeAnswerWriters = (app: FastifyInstance): AnswerWriters => {
  const answers = new Set<z.ZodType>()

  const writerOf = (answer: z.ZodType): Write => {
    const known = writers.get(answer)
    if (known !== undefined) return known
    // Fastify makes its own compiler for the routes whose schema is written out (health.ts).
    const compile: FastifySerializerCompiler<unknown> | undefined = app.serializerCompiler
    if (compile === undefined) throw new Error('no route has made a compiler of serializers')
    const write = compile({ schema: answerSchemaOf(answer), method: '', url: '' })
    writers.set(answer, write)
    return write
  }

  return {
    compiler: ({ schema }) => {
      const answer = schema as z.ZodType
      answers.add(answer)
      let write: Write | undefined
      return (data) => {
        write ??= writerOf(answer)
        return write(data)
      }
    },
    prepare: async (isStopped = () => false) => {
      for (const answer of answers) {
        await nextTurn()
        if (isStopped()) return
        writerOf(answer)
      }
    },
  }
}
