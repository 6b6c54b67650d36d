import { MalformedMultipart } from './malformed.ts'

const LINES_MAX = 20
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new MalformedMultipart('headers are not UTF-8')
  }
}

/**
 * Parses the headers of a part. Anything ambiguous is rejected.
 * Throws {@link MalformedMultipart}.
 */
export const parsePartHeaders = (block: Buffer): { name: string; file_name: string | null } => {
  const lines = decode(block).split('\r\n')
  if (lines.length > LINES_MAX) throw new MalformedMultipart('too many headers')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]{1,64}):[ \t]*([^\r\n\0]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new MalformedMultipart('a header without a name')
    const key = name.toLowerCase()
    if (headers.has(key)) throw new MalformedMultipart(`${key} twice`)
    headers.set(key, value.trim())
  }
  if (!/^(7bit|8bit|binary)?$/i.test(headers.get('content-transfer-encoding') ?? ''))
    throw new MalformedMultipart('an encoded part')
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new MalformedMultipart('a part that is not UTF-8')
  return parseDisposition(headers.get('content-disposition') ?? '')
}

const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s";]*))[ \t]*/y

const parseDisposition = (text: string): { name: string; file_name: string | null } => {
  if (!/^form-data[ \t]*;/i.test(text)) throw new MalformedMultipart('not form-data')
  const found = new Map<string, string>()
  PARAMETER.lastIndex = text.indexOf(';')
  while (PARAMETER.lastIndex < text.length) {
    const parameter = PARAMETER.exec(text)
    if (parameter === null) throw new MalformedMultipart('a disposition that cannot be read')
    const [, key = '', quoted, bare = ''] = parameter
    const lower = key.toLowerCase()
    if (found.has(lower)) throw new MalformedMultipart(`${lower} twice`)
    found.set(lower, quoted === undefined ? bare : unquote(quoted))
  }
  const name = found.get('name')
  if (name === undefined) throw new MalformedMultipart('a part without a name')
  const extended = found.get('filename*')
  const file_name = extended === undefined ? (found.get('filename') ?? null) : extendedValue(extended)
  return { name, file_name }
}

// Browsers encode a quote and line breaks as %22, %0D and %0A and leave backslashes alone; curl escapes with backslashes.
const unquote = (text: string): string =>
  text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0d|0a)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

// RFC 5987: some clients send only this form of the name.
const extendedValue = (text: string): string => {
  const [, encoded] = /^utf-8'[^']*'([\w!#$&+.^`|~%-]*)$/i.exec(text) ?? []
  if (encoded === undefined) throw new MalformedMultipart('an extended name that cannot be read')
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new MalformedMultipart('an extended name that cannot be read')
  }
}
