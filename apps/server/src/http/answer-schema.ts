import { z } from 'zod'

// Declarations never change, so several servers in one process share the schemas.
const schemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/**
 * Returns the JSON schema by which an answer is serialized. fast-json-stringify compiles it and drops undeclared fields. A
 * schema's `wire` meta replaces it where zod is wider than what this server sends: a union would have to be tried branch by
 * branch for every row.
 */
export const answerSchemaOf = (answer: z.ZodType): Record<string, unknown> => {
  const known = schemas.get(answer)
  if (known !== undefined) return known
  const schema = z.toJSONSchema(answer, {
    target: 'openapi-3.0',
    io: 'output',
    override: ({ zodSchema, jsonSchema }) => {
      const wire = z.globalRegistry.get(zodSchema)?.wire
      if (wire === undefined) return
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key]
      Object.assign(jsonSchema, wire)
    },
  }) as Record<string, unknown>
  delete schema.$schema
  schemas.set(answer, schema)
  return schema
}
