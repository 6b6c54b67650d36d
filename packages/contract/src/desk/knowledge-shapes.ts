import { z } from 'zod'
import { Id, PathId, Text } from '../fields/fields.ts'
import { TITLE_MAX } from '../fields/limits.ts'

/** `draft` was never published or was taken back; `changed` differs from what readers see. */
export const MaterialState = z.enum(['draft', 'published', 'changed'])
export type MaterialState = z.infer<typeof MaterialState>

export const Named = z.object({ id: Id, name: z.string() })

/** Which of the editor's businesses; absent: the first. */
export const OfBusiness = z.object({ business: PathId.optional() })
export const Name = Text(TITLE_MAX)
/** The place among its neighbours, from 0; past the end is the end. */
export const Position = z.number().int().min(0).max(100_000)
export const Ok = z.object({ ok: z.boolean() })
export const Created = z.object({ id: Id })
