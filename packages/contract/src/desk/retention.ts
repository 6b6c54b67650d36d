import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { WholeNumber } from '../fields/whole-number.ts'

/** Months; null: kept forever. */
const Months = WholeNumber(1, 240).nullable()

/** How long closed tickets and their files are kept, counted from the closing. */
export const Retention = z.object({ keep_tickets_months: Months, keep_files_months: Months })
export type RetentionTerms = z.infer<typeof Retention>

const InPath = z
  .string()
  .regex(/^(?:[1-9]\d?|1\d\d|2[0-3]\d|240)$/)
  .transform(Number)
  .optional()

export const getRetention = endpoint({
  name: 'getRetention',
  summary: 'Сколько хранятся закрытые тикеты и их файлы',
  method: 'GET',
  path: 'desk/admin/retention/',
  auth: 'admin',
  answer: Retention,
  refusals: [],
})

export const countRetention = endpoint({
  name: 'countRetention',
  summary: 'Что удалилось бы сейчас при таких сроках; ничего не удаляет',
  method: 'GET',
  path: 'desk/admin/retention/count/',
  auth: 'admin',
  query: z.object({ tickets: InPath, files: InPath }),
  answer: z.object({
    tickets: z.number().int(),
    /** The number and bytes of files: of those tickets, and of tickets that stay. */
    files: z.number().int(),
    bytes: z.number(),
  }),
  refusals: [],
})

export const setRetention = endpoint({
  name: 'setRetention',
  summary: 'Сколько хранить закрытые тикеты и их файлы; старое удаляется раз в час, порциями',
  method: 'POST',
  path: 'desk/admin/retention/',
  auth: 'admin',
  confirmed: 'always',
  body: Retention,
  answer: Retention,
  refusals: [],
})
