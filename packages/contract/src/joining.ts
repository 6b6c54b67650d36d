import { z } from 'zod'
import { LastName, LinkKey } from './business.ts'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Code, FirstName, NewPassword, Phone } from './fields/fields.ts'
import { SignedIn } from './session.ts'

/** The content of a poster's QR code: the poster's id and the server's signature. */
export const PosterKey = z
  .string({ error: FIELD.required })
  .regex(/^\d{1,18}-[\w-]{43}$/, { error: FIELD.bad_value })

export const lookAtPoster = endpoint({
  name: 'lookAtPoster',
  summary: 'Какой ресторан зовёт по плакату',
  method: 'POST',
  path: 'posters/look/',
  auth: 'public',
  body: z.object({ key: PosterKey }),
  answer: z.object({ business: z.string(), restaurant: z.string() }),
  refusals: ['not_found'],
})

export const Newcomer = z.object({ key: PosterKey, first_name: FirstName, last_name: LastName, phone: Phone })

/** The answer does not depend on who has the phone: that is revealed only to a person who entered the code. */
export const askToJoin = endpoint({
  name: 'askToJoin',
  summary: 'Попросить доступ по плакату: код уходит по SMS',
  method: 'POST',
  path: 'joining/',
  auth: 'public',
  /** `attempt`: a key made by the page. A retry with the same key, after a lost answer, returns the same request. */
  body: Newcomer.extend({ attempt: LinkKey.optional() }),
  answer: z.object({
    /** Gives access to this request only; returned once. */
    token: z.string(),
    /** Seconds. */
    delay_until_next_otp: z.number().int(),
  }),
  refusals: ['not_found', 'bad_origin'],
})

const TokenBody = z.object({ token: LinkKey })

export const sendJoinCode = endpoint({
  name: 'sendJoinCode',
  summary: 'Прислать код для просьбы о доступе ещё раз',
  method: 'POST',
  path: 'joining/code/',
  auth: 'public',
  body: TokenBody,
  answer: z.object({ ok: z.boolean(), error: z.string().nullable(), delay_until_next_otp: z.number().int() }),
  refusals: ['not_found'],
})

export const confirmJoin = endpoint({
  name: 'confirmJoin',
  summary: 'Подтвердить телефон кодом: просьба попадает к управляющему',
  method: 'POST',
  path: 'joining/confirm/',
  auth: 'public',
  body: TokenBody.extend({ code: Code }),
  answer: z.object({ ok: z.boolean(), message: z.string().nullable() }),
  refusals: ['not_found'],
})

/** `code`: the phone is not confirmed yet · `waiting` for the manager · `admitted` · `refused`. */
export const JoinState = z.enum(['code', 'waiting', 'admitted', 'refused'])

export const lookAtJoining = endpoint({
  name: 'lookAtJoining',
  summary: 'Что стало с просьбой о доступе',
  method: 'POST',
  path: 'joining/look/',
  auth: 'public',
  body: TokenBody,
  answer: z.object({
    state: JoinState,
    business: z.string(),
    restaurant: z.string(),
    phone: z.string(),
    /** True for an admitted person who already has a password: they sign in as usual. */
    has_password: z.boolean(),
    /** Seconds. */
    delay_until_next_otp: z.number().int(),
  }),
  refusals: ['not_found'],
})

export const finishJoining = endpoint({
  name: 'finishJoining',
  summary: 'Принятый придумывает пароль и входит',
  method: 'POST',
  path: 'joining/finish/',
  auth: 'public',
  body: TokenBody.extend({ password: NewPassword }),
  answer: SignedIn,
  refusals: ['not_found', 'bad_origin'],
})
