import { z } from 'zod'

// A declaration never changes; several servers in one process ask for the same.
const schemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/**
 * The JSON schema that writes an answer. fast-json-stringify compiles it and drops whatever it does not declare.
 * A schema's `wire` meta stands in where zod is wider than what this server sends: a union would have to be tried
 * branch by branch for every row.
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
