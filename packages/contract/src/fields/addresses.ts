/** Names of answer fields with the URL of a file or a picture; others with «url» lead to pages. */
const ADDRESS = /^(?:(?:file|logo)_)?url$|(?:^|_)(?:image|photo|cover)$/
/** Names of answer fields with HTML, which may contain URLs of the server's files. */
const HTML = /^(?:content|html)$/

const IN_HTML = /((?:src|href)=")\/files\//g

/**
 * Returns a JSON reviver that makes the URLs in an answer absolute: a server on another origin sends them relative to its
 * root, and the page would resolve them against its own origin. Undefined if both are the same origin.
 */
export const addressesFrom = (base_url: string) => {
  if (!/^https?:\/\//.test(base_url)) return undefined
  const { origin } = new URL(base_url)
  return (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (ADDRESS.test(name) && /^\/(?!\/)/.test(value)) return origin + value
    return HTML.test(name) ? value.replace(IN_HTML, `$1${origin}/files/`) : value
  }
}
