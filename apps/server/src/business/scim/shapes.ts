import { FirstName, isStorable, oneLine } from '@podmoga/contract/fields/fields'
import { z } from 'zod'
import { isRowId, refuse } from '../../http/refuse.ts'
import { canonicalEmail, canonicalPhone, sameAddress } from '../../profile/profile.addresses.ts'
import type { ScimFilter, ScimRow } from './scim.sql.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const PROBLEM = 'urn:ietf:params:scim:api:messages:2.0:Error'
const TEXT_MAX = 254

const Text = z.string().max(TEXT_MAX).refine(isStorable)
// Some directories send booleans as strings.
const Flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(?:true|false)$/i)
    .transform((word) => word.toLowerCase() === 'true'),
])
const Addresses = z.array(z.looseObject({ value: Text.optional(), primary: Flag.optional() })).max(20)

/** A user sent by a directory; attributes not stored here are ignored. */
export const ScimUser = z.looseObject({
  userName: Text.min(1),
  externalId: Text.nullish(),
  name: z.looseObject({ givenName: Text.nullish(), familyName: Text.nullish() }).nullish(),
  displayName: Text.nullish(),
  active: Flag.nullish(),
  emails: Addresses.nullish(),
  phoneNumbers: Addresses.nullish(),
})
export type ScimUser = z.output<typeof ScimUser>

/** A list of changes, each of one attribute or of several at once. */
export const ScimPatch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .regex(/^(?:add|replace|remove)$/i)
          .transform((op) => op.toLowerCase()),
        path: z.string().max(200).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(100),
})

const bad = (message: string) => refuse('invalid', { message })

/** Parses a directory's input; throws `invalid` with a message of ours. */
export const parseScim = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw bad(`Недопустимое значение: ${parsed.error.issues[0]?.path.join('.') || 'тело запроса'}.`)
}

export const PAGE_MAX = 100

const whole = (text: string | undefined, byDefault: number): number => {
  if (text === undefined) return byDefault
  if (!/^-?[0-9]{1,9}$/.test(text)) throw refuse('invalid', { message: 'startIndex и count — целые числа.' })
  return Number(text)
}

/** Parses the requested page of a list; `startIndex` counts from one. */
export const pageOf = ({
  startIndex,
  count,
}: {
  startIndex?: string
  count?: string
}): { offset: number; limit: number } => ({
  offset: Math.max(1, whole(startIndex, 1)) - 1,
  limit: Math.min(PAGE_MAX, Math.max(0, whole(count, PAGE_MAX))),
})

const first = (list: ScimUser['emails']): string | undefined =>
  (list?.find(({ primary }) => primary === true) ?? list?.[0])?.value

/** E-mail and phone of a person; the user name is one of them. */
export const addressesOf = ({ userName, emails, phoneNumbers }: ScimUser) => {
  const given_email = first(emails) ?? (userName.includes('@') ? userName : undefined)
  const given_phone = first(phoneNumbers) ?? (userName.includes('@') ? undefined : userName)
  const email = given_email === undefined ? null : canonicalEmail(given_email)
  const phone = given_phone === undefined ? null : canonicalPhone(given_phone)
  if (given_email !== undefined && email === null) throw bad('Неверный адрес электронной почты.')
  // An invalid number is ignored if there is an e-mail to sign in with.
  if (phone === null && email === null) throw bad('userName должен быть почтой или телефоном.')
  return { email, phone }
}

const nameOf = (text: string | null | undefined): string | null => {
  const name = oneLine(text ?? '')
  if (name === '') return null
  const parsed = FirstName.safeParse(name)
  if (!parsed.success) throw bad('Недопустимое имя.')
  return parsed.data
}

/** First and last name; if only a full name is given, it becomes the first name. */
export const namesOf = ({ name, displayName }: ScimUser) => {
  const first_name = nameOf(name?.givenName)
  const last_name = nameOf(name?.familyName)
  return first_name === null && last_name === null
    ? { first_name: nameOf(displayName), last_name: null }
    : { first_name, last_name }
}

/** `attribute eq "value"`, the only kind of filter that directories need to find people. */
export const filterOf = (text: string | undefined): ScimFilter => {
  if (text === undefined || text === '') return {}
  const found = /^\s*(userName|externalId|id|emails(?:\.value)?)\s+eq\s+"([^"\\]{0,254})"\s*$/i.exec(text)
  if (found === null || !isStorable(text))
    throw bad('Такой фильтр не поддерживается. Можно: userName, externalId, id, emails eq "…".')
  const [, name = '', value = ''] = found
  if (/^externalid$/i.test(name)) return { external_id: value }
  if (/^id$/i.test(name)) return { id: isRowId(value) ? value : '0' }
  return value.includes('@')
    ? { email: canonicalEmail(value) ?? value, phone: null }
    : { email: null, phone: canonicalPhone(value) ?? '-' }
}

/** Whether the addresses in the directory's data equal the stored ones; omitted ones count as unchanged. */
export const hasAddressesOf = (user: ScimUser, row: ScimRow): boolean => {
  const same = (given: string | null, kept: string | null) =>
    given === null || (kept !== null && sameAddress(given, kept))
  const { email, phone } = addressesOf(user)
  const named = user.userName.includes('@')
    ? same(canonicalEmail(user.userName), row.email)
    : user.userName === row.id || same(canonicalPhone(user.userName), row.phone)
  return named && same(email, row.email) && same(phone, row.phone)
}

/** A person as sent to a directory. */
export const userAnswer = (row: ScimRow, base: string) => {
  const { id, external_id, email, phone, first_name, last_name } = row
  const display = [first_name, last_name].filter(Boolean).join(' ')
  return {
    schemas: [USER],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: email ?? phone ?? id,
    name: { givenName: first_name ?? '', familyName: last_name ?? '', formatted: display },
    displayName: display,
    active: row.disabled_at === null,
    emails: email === null ? [] : [{ value: email, type: 'work', primary: true }],
    phoneNumbers: phone === null ? [] : [{ value: phone, type: 'mobile' }],
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}

/** Applies a list of changes to the user; unsupported attributes are ignored. */
export const patched = (user: ScimUser, { Operations }: z.output<typeof ScimPatch>): ScimUser => {
  const next: Record<string, unknown> = structuredClone(user)
  const set = (path: string, value: unknown): void => {
    const [head = '', tail] = path.split('.')
    const name = ['active', 'userName', 'externalId', 'displayName', 'name', 'emails', 'phoneNumbers'].find(
      (known) => known.toLowerCase() === head.replace(/\[.*\]$/, '').toLowerCase(),
    )
    if (name === undefined) return
    if (name === 'name' && tail !== undefined) next.name = { ...(next.name as object), [tail]: value }
    // `emails[type eq "work"].value`: only one of each is stored.
    else if (name === 'emails' || name === 'phoneNumbers')
      next[name] = Array.isArray(value) ? value : [{ value }]
    else next[name] = value
  }
  for (const { op, path, value } of Operations) {
    const isWhole = path === undefined && typeof value === 'object' && value !== null
    const changes = isWhole ? Object.entries(value) : [[path ?? '', value] as const]
    for (const [name, one] of changes) set(name, op === 'remove' ? null : one)
  }
  return parseScim(ScimUser, next)
}
