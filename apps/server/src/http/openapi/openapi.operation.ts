type Json = Record<string, unknown>

/** One call as OpenAPI describes it. */
export interface Operation extends Json {
  operationId: string
  summary: string
  description: string
  /** Schemes of which one opens the call; none: it is public, which OpenAPI wants to be said. */
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}
