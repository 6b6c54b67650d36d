import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Time } from '../fields/fields.ts'

/** What an installation lives by, in the order in which it is told. */
export const STATE_PARTS = ['mail', 'sms', 'files', 'disk', 'backup', 'jobs'] as const

export const StatePart = z.object({
  name: z.enum(STATE_PARTS),
  /** `off`: not set up here. */
  state: z.enum(['ok', 'warning', 'failing', 'off']),
  /** Letters and SMS: since when the oldest waits; the backup: when the last one began. null: there is none. */
  at: Time.nullable(),
  /** The disk: which share of it is free, 0–1; the backup: how many files it lacks; jobs: how many fail. */
  amount: z.number().nullable(),
})
export type StatePart = z.infer<typeof StatePart>

export const getInstallationState = endpoint({
  name: 'getInstallationState',
  summary: 'Состояние установки: уходит ли почта, хватает ли места, когда была резервная копия, какая версия',
  method: 'GET',
  path: 'desk/admin/state/',
  auth: 'admin',
  by_key: false,
  answer: z.object({
    version: z.string(),
    /** Of the server that answers. */
    started_at: Time,
    parts: z.array(StatePart),
  }),
  refusals: [],
})
