import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Time } from '../fields/fields.ts'

/** The parts of the installation's status, in display order. */
export const STATE_PARTS = ['mail', 'sms', 'files', 'disk', 'backup', 'jobs'] as const

export const StatePart = z.object({
  name: z.enum(STATE_PARTS),
  /** `off`: not set up here. */
  state: z.enum(['ok', 'warning', 'failing', 'off']),
  /** E-mail and SMS: since when the oldest has been waiting; backup: when the last one started. null: there is none. */
  at: Time.nullable(),
  /** Disk: the free share, 0–1; backup: the number of missing files; jobs: the number of failing ones. */
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
    /** When the answering server started. */
    started_at: Time,
    parts: z.array(StatePart),
  }),
  refusals: [],
})
