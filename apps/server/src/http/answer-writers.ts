import type { FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { type GiveWay, late } from '../ports/lazy-libraries.ts'
import { answerSchemaOf } from './answer-schema.ts'

const stringify = late<typeof import('@fastify/fast-json-stringify-compiler')>(
  '@fastify/fast-json-stringify-compiler',
)

type Write = (data: unknown) => string

// A writer depends only on its schema, which never changes, so several servers in one process share the writers.
const writers = new WeakMap<z.ZodType, Write>()

const writerOf = (answer: z.ZodType): Write => {
  const known = writers.get(answer)
  if (known !== undefined) return known
  const compile = stringify().SerializerSelector()({}, {})
  const write = compile({ schema: answerSchemaOf(answer), method: '', url: '', httpStatus: '200' })
  writers.set(answer, write)
  return write
}

/** Serializers of answers to JSON. Each is compiled at its first use, or earlier by `prepare`. */
export interface AnswerWriters {
  /** For a server whose routes put the contract's own declaration into `schema.response` and declare no input schema. */
  schemaController: NonNullable<FastifyServerOptions['schemaController']>
  /** Compiles the serializers of all routes and calls `giveWay` before each one. Throws if a schema cannot be compiled. */
  prepare: (giveWay: GiveWay) => Promise<void>
}

/** Loading the two schema compilers and compiling all answers takes about 170 ms, so it is kept out of the start. */
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
