import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Code, Email, FirstName, Id, NewPassword, OldPassword, PathId, Phone, Time } from './fields/fields.ts'
import { LOGIN_MAX } from './fields/limits.ts'

// In a file of its own: the header of every page needs it, and nothing else from here.
export { getProfile, Profile } from './own-profile.ts'

export const Country = z.object({ isoCode: z.string(), name: z.string() })
export type Country = z.infer<typeof Country>

/** An expected failure, such as a wrong code, is answered with 200, `ok: false` and a Russian `error`. */
const Outcome = { ok: z.boolean(), error: z.string().nullable().optional() }
const CodeSent = { ...Outcome, delay_until_next_otp: z.number().int().nullable().optional() }
const CodeVerified = z.object({
  ok: z.boolean(),
  otp_token: z.string().nullable().optional(),
  message: z.string().nullable().optional(),
})

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Сменить пароль; другие сессии заканчиваются',
  method: 'POST',
  path: 'users/profile/change_password/',
  auth: 'staff',
  body: z.object({ old_password: OldPassword, new_password: NewPassword }),
  answer: z.object(Outcome),
  refusals: [],
})

export const changeCountry = endpoint({
  name: 'changeCountry',
  summary: 'Сменить страну и регион',
  method: 'POST',
  path: 'users/profile/change_country/',
  auth: 'staff',
  body: z.object({
    country: z.string({ error: FIELD.country }).regex(/^[A-Z]{2}$/, { error: FIELD.country }),
    region: z
      .string({ error: FIELD.region })
      .min(1, { error: FIELD.region })
      .max(200, { error: FIELD.region }),
  }),
  answer: z.object(Outcome),
  refusals: [],
})

export const changeName = endpoint({
  name: 'changeName',
  summary: 'Сменить имя',
  method: 'POST',
  path: 'users/profile/change_name/',
  auth: 'staff',
  body: z.object({ first_name: FirstName }),
  answer: z.object(Outcome),
  refusals: [],
})

export const uploadImage = endpoint({
  name: 'uploadImage',
  summary: 'Загрузить фото профиля',
  method: 'POST',
  path: 'users/profile/upload_image/',
  auth: 'staff',
  files: { field: 'image', kind: 'photo' },
  answer: z.object({ ...Outcome, image: z.string().nullable().optional() }),
  refusals: [],
})

export const sendEmailUpdateCode = endpoint({
  name: 'sendEmailUpdateCode',
  summary: 'Отправить код на почту',
  method: 'POST',
  path: 'users/profile/send_email_update_code/',
  auth: 'staff',
  body: z.object({ email: Email }),
  answer: z.object({ ...CodeSent, email_exists: z.boolean().nullable().optional() }),
  refusals: [],
})

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary: 'Подтвердить почту кодом',
  method: 'POST',
  path: 'users/profile/verify_email/',
  auth: 'staff',
  body: z.object({ email: Email, code: Code }),
  answer: CodeVerified,
  refusals: [],
})

export const sendPhoneUpdateCode = endpoint({
  name: 'sendPhoneUpdateCode',
  summary: 'Отправить код по SMS',
  method: 'POST',
  path: 'users/profile/send_phone_update_code/',
  auth: 'staff',
  body: z.object({ phone: Phone }),
  answer: z.object({ ...CodeSent, phone_exists: z.boolean().nullable().optional() }),
  refusals: [],
})

export const verifyPhone = endpoint({
  name: 'verifyPhone',
  summary: 'Подтвердить телефон кодом',
  method: 'POST',
  path: 'users/profile/verify_phone/',
  auth: 'staff',
  body: z.object({ phone: Phone, code: Code }),
  answer: CodeVerified,
  refusals: [],
})

export const listCountries = endpoint({
  name: 'listCountries',
  summary: 'Страны, по-русски, по названию',
  method: 'GET',
  path: 'users/countries/',
  auth: 'staff',
  answer: z.object({ countries: z.array(Country) }),
  compressed: true,
  refusals: [],
})

export const listRegions = endpoint({
  name: 'listRegions',
  summary: 'Регионы страны, по-русски',
  method: 'GET',
  path: 'users/countries/:code/regions/',
  auth: 'staff',
  params: z.object({ code: z.string().regex(/^[A-Z]{2}$/) }),
  answer: z.object({ regions: z.array(z.string()) }),
  compressed: true,
  refusals: ['not_found'],
})

export const Session = z.object({
  id: Id,
  /** Whether it is the caller's own session. */
  current: z.boolean(),
  created_at: Time,
  last_seen_at: Time,
  /** The User-Agent header at the sign-in. */
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Где человек вошёл: открытые сессии, последняя по времени — первой',
  method: 'GET',
  path: 'users/sessions/',
  auth: 'staff',
  answer: z.object({ sessions: z.array(Session) }),
  refusals: [],
})

export const endOneSession = endpoint({
  name: 'endOneSession',
  summary: 'Выйти на одном устройстве',
  method: 'POST',
  path: 'users/sessions/end/',
  auth: 'staff',
  body: z.object({ id: PathId }),
  answer: z.object(Outcome),
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Выйти на всех устройствах, кроме этого',
  method: 'POST',
  path: 'users/sessions/end-others/',
  auth: 'staff',
  answer: z.object(Outcome),
  refusals: [],
})

/** The token in the link of a notification. */
const RevertToken = z.object({ token: z.string().regex(/^[\w-]{43}$/, { error: FIELD.bad_value }) })
const ChangedKind = z.enum(['email', 'phone', 'password'])
export type ChangedKind = z.infer<typeof ChangedKind>

export const readRevert = endpoint({
  name: 'readRevert',
  summary: 'Что вернёт ссылка «это не я» из уведомления; ничего не меняет',
  method: 'POST',
  path: 'auth/revert/read/',
  auth: 'public',
  body: RevertToken,
  answer: z.object({
    ...Outcome,
    kind: ChangedKind.nullable().optional(),
    changed_at: Time.nullable().optional(),
    expires_at: Time.nullable().optional(),
  }),
  refusals: [],
})

export const revertChange = endpoint({
  name: 'revertChange',
  summary: '«Это не я»: вернуть всё, как было до смены почты, телефона или пароля, и закончить чужие сессии',
  method: 'POST',
  path: 'auth/revert/',
  auth: 'public',
  body: RevertToken,
  answer: z.object({ ...Outcome, kind: ChangedKind.nullable().optional() }),
  refusals: [],
})

const Login = z
  .string({ error: FIELD.required })
  .trim()
  .min(1, FIELD.required)
  .max(LOGIN_MAX, { error: () => FIELD.too_long(LOGIN_MAX) })

export const sendRecoveryCode = endpoint({
  name: 'sendRecoveryCode',
  summary: 'Прислать код, чтобы задать новый пароль; ответ один и для тех, кого здесь нет',
  method: 'POST',
  path: 'auth/recover/send/',
  auth: 'public',
  body: z.object({ login: Login }),
  answer: z.object(CodeSent),
  refusals: [],
})

export const recoverPassword = endpoint({
  name: 'recoverPassword',
  summary: 'Задать новый пароль по коду; все сессии заканчиваются',
  method: 'POST',
  path: 'auth/recover/confirm/',
  auth: 'public',
  body: z.object({ login: Login, code: Code, new_password: NewPassword }),
  answer: z.object(Outcome),
  refusals: [],
})
