import type { FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { type GiveWay, late } from '../ports/lazy-libraries.ts'
import { answerSchemaOf } from './answer-schema.ts'

const stringify = late<typeof import('@fastify/fast-json-stringify-compiler')>(
  '@fastify/fast-json-stringify-compiler',
)

type Write = (data: unknown) => string

// What writes an answer depends on its schema alone, and that never changes; several servers in one process share it.
const writers = new WeakMap<z.ZodType, Write>()

const writerOf = (answer: z.ZodType): Write => {
  const known = writers.get(answer)
  if (known !== undefined) return known
  const compile = stringify().SerializerSelector()({}, {})
  const write = compile({ schema: answerSchemaOf(answer), method: '', url: '', httpStatus: '200' })
  writers.set(answer, write)
  return write
}

/** What turns answers into JSON, compiled for each kind when the first of it is sent, or beforehand by `prepare`. */
export interface AnswerWriters {
  /** For a server whose routes name the contract's own declaration in `schema.response`, and no schema of an input. */
  schemaController: NonNullable<FastifyServerOptions['schemaController']>
  /** Compiles those of all routes, one a turn. Throws what cannot be compiled. */
  prepare: (giveWay: GiveWay) => Promise<void>
}

/** Loading two compilers of schemas and compiling every answer takes a sixth of a second that no start has to wait for. */
export const makeAnswerWriters = (): AnswerWriters => {
  const answers = new Set<z.ZodType>()
  return {
    schemaController: {
      compilersFactory: {
        buildValidator: () => () => {
          throw new Error('inputs are parsed by the contract (serve.ts)')
        },
        buildSerializer: () => (route) => {
          const answer = route.schema as z.ZodType
          answers.add(answer)
          let write: Write | undefined
          return (data) => {
            write ??= writerOf(answer)
            return write(data)
          }
        },
      },
    },
    prepare: async (giveWay) => {
      for (const answer of answers) {
        if (!(await giveWay())) return
        writerOf(answer)
      }
    },
  }
}
