import { z } from 'zod'
import { ListedName } from './business.ts'
import { endpoint } from './endpoint.ts'
import { Id, isStorable, PathId, Time } from './fields/fields.ts'
import { Assertion, Outcome } from './second-step.ts'
import { SignedIn } from './session.ts'

/** The options for the browser's WebAuthn call, made by the server. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
/** A new key from the browser, signed by itself. */
const Attestation = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20).refine(isStorable)).max(10).optional(),
  }),
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Whether it is synced across the person's devices. */
  synced: z.boolean(),
  created_at: Time,
  last_used_at: Time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const beginPasskeySignIn = endpoint({
  name: 'beginPasskeySignIn',
  summary: 'Начать вход ключом доступа: вопрос для браузера; ставит cookie попытки',
  method: 'POST',
  path: 'auth/passkeys/sign-in/begin/',
  auth: 'public',
  answer: Options,
  refusals: ['bad_origin'],
})

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  summary: 'Войти ключом доступа: он и первый шаг, и второй',
  method: 'POST',
  path: 'auth/passkeys/sign-in/',
  auth: 'public',
  body: z.object({ passkey: Assertion }),
  answer: SignedIn,
  refusals: ['passkey_refused', 'bad_origin'],
})

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  summary: 'Вопрос ключу доступа вошедшего человека: для второго шага или подтверждения',
  method: 'POST',
  path: 'auth/passkeys/begin/',
  auth: 'person',
  answer: Options,
  refusals: [],
})

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: 'Свои ключи доступа',
  method: 'GET',
  path: 'auth/passkeys/',
  auth: 'person',
  answer: z.object({ passkeys: z.array(Passkey) }),
  refusals: [],
})

export const beginNewPasskey = endpoint({
  name: 'beginNewPasskey',
  summary: 'Начать новый ключ доступа: вопрос для браузера',
  method: 'POST',
  path: 'auth/passkeys/new/begin/',
  auth: 'person',
  confirmed: 'always',
  answer: Options,
  refusals: [],
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Записать новый ключ доступа; если он становится вторым шагом, другие сессии заканчиваются',
  method: 'POST',
  path: 'auth/passkeys/new/',
  auth: 'person',
  confirmed: 'always',
  /** `second_step`: from now on a password alone is not enough. Otherwise the key is one more way to sign in. */
  body: z.object({ name: ListedName, passkey: Attestation, second_step: z.boolean().optional() }),
  /** Recovery codes are issued with the person's first second step, and are shown once. */
  answer: Outcome.extend({ recovery_codes: z.array(z.string()) }),
  refusals: [],
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Убрать свой ключ доступа',
  method: 'POST',
  path: 'auth/passkeys/:passkeyId/remove/',
  auth: 'person',
  confirmed: 'always',
  params: z.object({ passkeyId: PathId }),
  answer: Outcome,
  refusals: ['not_found'],
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Назвать свой ключ доступа по-другому',
  method: 'POST',
  path: 'auth/passkeys/:passkeyId/name/',
  auth: 'person',
  params: z.object({ passkeyId: PathId }),
  body: z.object({ name: ListedName }),
  answer: Outcome,
  refusals: ['not_found'],
})
