import type { z } from 'zod'

/** One setting: an environment variable, what it means in one Russian sentence, and how it is checked. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  doc: string
  schema: S
}

export type ConfigPart = Record<string, Setting>

/** The values of a part, by the names of the variables. */
export type ConfigOf<P extends ConfigPart> = { [K in keyof P]: z.output<P[K]['schema']> }

/** Declares the settings of one domain. */
export const configPart = <const P extends ConfigPart>(part: P): P => part
