type Json = Record<string, unknown>

/** One call as OpenAPI describes it. */
export interface Operation extends Json {
  operationId: string
  summary: string
  description: string
  /** Alternative security schemes. Empty means public, which OpenAPI requires to be stated. */
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}
