import { z } from 'zod'
import { Id, PathId, Text } from '../fields/fields.ts'
import { TITLE_MAX } from '../fields/limits.ts'

/** `draft`: never published, or unpublished; `changed`: published, but edited since. */
export const MaterialState = z.enum(['draft', 'published', 'changed'])
export type MaterialState = z.infer<typeof MaterialState>

export const Named = z.object({ id: Id, name: z.string() })

/** One of the editor's businesses; absent: the first. */
export const OfBusiness = z.object({ business: PathId.optional() })
export const Name = Text(TITLE_MAX)
/** The index among its siblings, from 0; beyond the end means the end. */
export const Position = z.number().int().min(0).max(100_000)
export const Ok = z.object({ ok: z.boolean() })
export const Created = z.object({ id: Id })
