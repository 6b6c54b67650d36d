import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields/fields.ts'

export const Profile = z.object({
  id: Id,
  email: z.string().nullable().default(null),
  first_name: z.string().nullable().default(null),
  last_name: z.string().nullable().default(null),
  /** E.164. */
  phone: z.string().nullable().default(null),
  /** Russian name. */
  country: z.string().nullable().default(null),
  /** ISO 3166-1 alpha-2. */
  country_code: z.string().nullable().default(null),
  region: z.string().nullable().default(null),
  image: z.string().nullable().default(null),
  is_email_verified: z.boolean().nullable().default(null),
  phone_in_national_format: z.string().nullable().default(null),
  /** Country calling code with plus. */
  phone_extension: z.string().nullable().default(null),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  name: 'getProfile',
  summary: 'Профиль вошедшего человека',
  method: 'GET',
  path: 'users/profile/',
  auth: 'staff',
  answer: z.object({ details: Profile }),
  refusals: [],
})
