import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Time } from './fields/fields.ts'
import { Assertion, StepCode } from './second-step.ts'

/** The password, or a second-step code or a passkey if the person has one. */
export const Confirmation = z
  .object({
    password: z.string().max(1024, { error: FIELD.bad_value }).optional(),
    code: StepCode.optional(),
    passkey: Assertion.optional(),
  })
  .refine(
    ({ password, code, passkey }) => (password ?? '') !== '' || code !== undefined || passkey !== undefined,
    {
      path: ['password'],
      error: FIELD.required,
    },
  )

export const confirm = endpoint({
  name: 'confirm',
  summary:
    'Подтвердить паролем или кодом второго шага, что это всё ещё вы: важные действия открыты на 10 минут',
  method: 'POST',
  path: 'auth/confirm/',
  auth: 'person',
  body: Confirmation,
  /** `ok: false` with a Russian `error`: a wrong password or code, or too many attempts. */
  answer: z.object({ ok: z.boolean(), error: z.string().nullable(), confirmed_until: Time.nullable() }),
  refusals: [],
})
