import { FIELD } from '@podmoga/contract/fields/field-texts'
import { refuse } from '../http/refuse.ts'
import type { Part } from './multipart/parse.ts'

const FIELDS_MAX = 20
const FIELD_MAX_BYTES = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a text field into `fields`. Refuses duplicates, names on Object.prototype, bytes that are not UTF-8 (they would be
 * stored garbled), NUL, and text where files are expected.
 */
export const receiveField = async (
  part: Part,
  fields: Record<string, string>,
  files_field: string,
): Promise<void> => {
  const { name } = part
  if (name.length === 0 || name.length > 64 || name in Object.prototype || /[\p{Cc}"]/u.test(name))
    throw refuse('bad_request')
  if (Object.hasOwn(fields, name)) throw refuse('invalid', { fields: { [name]: FIELD.bad_value } })
  if (Object.keys(fields).length === FIELDS_MAX) throw refuse('bad_request')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.body) {
    size += chunk.length
    if (size > FIELD_MAX_BYTES)
      throw refuse('too_large', {
        fields: { [name]: 'Слишком длинный текст' },
        message: 'Слишком длинный текст.',
      })
    chunks.push(chunk)
  }
  let text: string
  try {
    text = utf8.decode(Buffer.concat(chunks))
  } catch {
    throw refuse('invalid', { fields: { [name]: FIELD.bad_characters } })
  }
  if (text.includes('\0')) throw refuse('invalid', { fields: { [name]: FIELD.bad_characters } })
  // Forms submit every line end as CRLF: restore what was typed.
  if (name !== files_field) fields[name] = text.replaceAll('\r\n', '\n')
  else if (text !== '') throw refuse('bad_request')
}
