import { z } from 'zod'
import { FIELD } from './field-texts.ts'
import {
  EMAIL_MAX,
  FIRST_NAME_MAX,
  MESSAGE_MAX,
  PASSWORD_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
  VIEW_NAME_MAX,
} from './limits.ts'
import { storedText } from './written.ts'

/** An opaque id. Another backend may send a number; here it is always a string. */
export const Id = z.union([z.string(), z.number()]).transform(String).pipe(z.string())

/** An id in a path: short, no slash, no control character. */
export const PathId = z.string().regex(/^[\w-]{1,64}$/)

/** The code on a device's sticker: 22 base64url characters, 128 random bits. */
export const DeviceCode = z.string().regex(/^[\w-]{22}$/)

/** ISO 8601, UTC, milliseconds. */
export const Time = z.string().meta({ format: 'date-time' })

/** The number of code points. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

// Zero-width and filler characters are invisible, so a message of nothing else is blank.
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u{2800}]/gu

/** True if the text has no visible characters. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === ''

/** Replaces lone surrogates. `String.prototype.toWellFormed` is missing in phones of 2022. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** True if PostgreSQL can store the text unchanged: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !/[\p{Cs}\0]/u.test(text)

/** A text of at most `max` code points, kept exactly as typed except for payment card numbers, which the server cuts. */
export const Text = (max: number, required: string = FIELD.required) =>
  z.string({ error: required }).check((payload) => {
    payload.value = storedText(payload.value)
    const { value, issues } = payload
    const message = !isStorable(value)
      ? FIELD.bad_characters
      : isBlank(value)
        ? required
        : codePoints(value) > max
          ? FIELD.too_long(max)
          : null
    // A single issue per text. It does not abort the form's other checks: all errors are reported together.
    if (message !== null) issues.push({ code: 'custom', input: value, message })
  })

export const MessageText = Text(MESSAGE_MAX)

// Direction controls and invisible characters. Joiners of emoji and letters are kept.
const UNSEEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g
// No script uses this many combining marks on one letter.
const TOO_MANY_MARKS = /\p{M}{5}/u

/** Normalizes a line: NFC, no control or direction characters, single spaces between words, trimmed. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

/** A name of at most `max` code points, normalized by {@link oneLine}; too many combining marks on a letter are rejected. */
const Name = (max: number, required: string) =>
  z
    .string({ error: required })
    .refine(isStorable, { error: FIELD.bad_characters, abort: true })
    .transform(oneLine)
    .pipe(Text(max, required).refine((text) => !TOO_MANY_MARKS.test(text), { error: FIELD.bad_characters }))

export const FirstName = Name(FIRST_NAME_MAX, FIELD.first_name)

/** The name of a saved view of the queue. */
export const ViewName = Name(VIEW_NAME_MAX, FIELD.required)

// One "@", a dotted domain of letters (of any script), digits and hyphens; no leading, trailing or doubled dots.
const EMAIL =
  /^(?=.{1,64}@)[^\s@."(),:;<>[\]\\]+(?:\.[^\s@."(),:;<>[\]\\]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

export const Email = z
  .string({ error: FIELD.required })
  .refine(isStorable, { error: FIELD.email, abort: true })
  .transform((text) => text.trim())
  .refine((text) => text !== '', { error: FIELD.required, abort: true })
  .refine(
    (text) =>
      text.length <= EMAIL_MAX &&
      EMAIL.test(text) &&
      !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text) &&
      !TOO_MANY_MARKS.test(text),
    { error: FIELD.email },
  )

/** Six ASCII digits, as a string. */
export const Code = z
  .string({ error: FIELD.code_required })
  .min(1, { error: FIELD.code_required, abort: true })
  .regex(/^[0-9]{6}$/, { error: FIELD.code_length })

export const OldPassword = z
  .string({ error: FIELD.old_password })
  .min(1, { error: FIELD.old_password, abort: true })
  .refine(isStorable, { error: FIELD.bad_characters })
  .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES, {
    error: FIELD.new_password_long,
  })

export const NewPassword = z
  .string({ error: FIELD.new_password })
  .min(1, { error: FIELD.new_password, abort: true })
  .refine(isStorable, { error: FIELD.bad_characters, abort: true })
  .refine((text) => codePoints(text) >= PASSWORD_MIN, { error: FIELD.new_password_short, abort: true })
  .refine(
    (text) => codePoints(text) <= PASSWORD_MAX && new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES,
    {
      error: FIELD.new_password_long,
    },
  )

/** As typed; the server converts it to E.164. */
export const Phone = z
  .string({ error: FIELD.required })
  .refine(isStorable, { error: FIELD.phone, abort: true })
  .transform((text) => text.trim())
  .refine((text) => text !== '', { error: FIELD.required, abort: true })
  .refine((text) => text.length <= 40, { error: FIELD.phone })

/** A file of a multipart body: a `File` in the browser, a stored upload on the server. */
export interface UploadLike {
  readonly name: string
  readonly size: number
}
