import type { z } from 'zod'

/** A setting: an environment variable, its description in one Russian sentence, and its schema. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  doc: string
  schema: S
}

export type ConfigPart = Record<string, Setting>

/** The values of a part, by variable name. */
export type ConfigOf<P extends ConfigPart> = { [K in keyof P]: z.output<P[K]['schema']> }

/** Declares the settings of one domain. */
export const configPart = <const P extends ConfigPart>(part: P): P => part
