import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'

type Compile = FastifySerializerCompiler<unknown>

// What writes an answer depends on its schema alone, and that never changes (answer-schema.ts).
const serializers = new WeakMap<object, ReturnType<Compile>>()
let compile: Compile | undefined

/**
 * Several servers in one process write their answers with the same functions: each would compile those of all its calls
 * anew, a third of what it takes to build one.
 */
export const shareSerializers = (app: FastifyInstance): void => {
  const compileOnce = compile
  if (compileOnce === undefined)
    app.addHook('onReady', async () => {
      compile ??= app.serializerCompiler
    })
  else
    app.setSerializerCompiler((route) => {
      const { schema } = route as { schema: object }
      const known = serializers.get(schema)
      if (known !== undefined) return known
      const made = compileOnce(route)
      serializers.set(schema, made)
      return made
    })
}
