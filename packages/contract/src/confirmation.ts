import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './field-texts.ts'
import { Time } from './fields.ts'

export const Confirmation = z.object({
  password: z
    .string({ error: FIELD.required })
    .min(1, { error: FIELD.required })
    .max(1024, { error: FIELD.bad_value }),
})

export const confirm = endpoint({
  name: 'confirm',
  summary: 'Подтвердить паролем, что это всё ещё вы: важные действия открыты на 10 минут',
  method: 'POST',
  path: 'auth/confirm/',
  auth: 'person',
  body: Confirmation,
  /** `ok: false` with a Russian `error`: a wrong password, or too many of them. */
  answer: z.object({ ok: z.boolean(), error: z.string().nullable(), confirmed_until: Time.nullable() }),
  refusals: [],
})
