import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Code } from './fields/fields.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const StepCode = z
  .string({ error: FIELD.code_required })
  .trim()
  .min(1, { error: FIELD.code_required })
  .max(40, { error: FIELD.bad_value })

const Base64Url = z
  .string()
  .max(8000)
  .regex(/^[\w-]*$/)
/** The answer of a passkey to the server's challenge. */
export const Assertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const RecoveryCodes = z.array(z.string())
export const Outcome = z.object({ ok: z.boolean(), error: z.string().nullable() })

export const SecondStep = z.object({
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  /** The number of passkeys. */
  passkeys: z.number().int(),
  /** Whether the second step is asked at sign-in: a password alone is not enough. */
  asked: z.boolean(),
  /** The number of unused recovery codes. */
  recovery_left: z.number().int(),
  /** Whether one of the person's businesses requires it for their roles. */
  required: z.boolean(),
  /** Whether this session passed it. */
  passed: z.boolean(),
  /** Whether the person has a password. */
  password: z.boolean(),
})
export type SecondStep = z.infer<typeof SecondStep>

export const getSecondStep = endpoint({
  name: 'getSecondStep',
  summary: 'Второй шаг входа: что настроено и требуется ли он',
  method: 'GET',
  path: 'auth/second-step/',
  auth: 'person',
  answer: SecondStep,
  refusals: [],
})

export const passSecondStep = endpoint({
  name: 'passSecondStep',
  summary: 'Пройти второй шаг в уже открытой сессии',
  method: 'POST',
  path: 'auth/second-step/',
  auth: 'person',
  body: z
    .object({ code: StepCode.optional(), passkey: Assertion.optional() })
    .refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
      path: ['code'],
      error: FIELD.code_required,
    }),
  answer: Outcome,
  refusals: [],
})

export const beginTotp = endpoint({
  name: 'beginTotp',
  summary: 'Новый ключ для приложения с кодами; действует после первого верного кода',
  method: 'POST',
  path: 'auth/second-step/totp/begin/',
  auth: 'person',
  confirmed: 'always',
  /** `secret` is Base32; `uri` is the content of the QR code. Shown once. */
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: [],
})

export const enableTotp = endpoint({
  name: 'enableTotp',
  summary: 'Включить коды приложения первым верным кодом; другие сессии заканчиваются',
  method: 'POST',
  path: 'auth/second-step/totp/enable/',
  auth: 'person',
  confirmed: 'always',
  body: z.object({ code: Code }),
  /** The recovery codes are shown once. */
  answer: Outcome.extend({ recovery_codes: RecoveryCodes }),
  refusals: [],
})

export const disableTotp = endpoint({
  name: 'disableTotp',
  summary: 'Выключить коды приложения; коды восстановления перестают действовать',
  method: 'POST',
  path: 'auth/second-step/totp/disable/',
  auth: 'person',
  confirmed: 'always',
  answer: Outcome,
  refusals: [],
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'Новые коды восстановления; прежние перестают действовать',
  method: 'POST',
  path: 'auth/second-step/recovery/',
  auth: 'person',
  confirmed: 'always',
  answer: Outcome.extend({ recovery_codes: RecoveryCodes }),
  refusals: [],
})
