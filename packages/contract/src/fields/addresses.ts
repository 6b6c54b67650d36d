/** Fields of the answers that hold the address of a file or a picture. */
const ADDRESSES = new Set(['file_url', 'user_image', 'image', 'logo_url', 'cover'])
/** Fields that hold HTML of the server, addresses of its files among it. */
const HTML = new Set(['content', 'html'])

const IN_HTML = /((?:src|href)=")\/files\//g

/**
 * A JSON reviver that completes the addresses in an answer: a server on another origin gives them from its own root,
 * where the page would look for them on the origin it was served from. Undefined when both are one.
 */
export const addressesFrom = (base_url: string) => {
  if (!/^https?:\/\//.test(base_url)) return undefined
  const { origin } = new URL(base_url)
  return (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (ADDRESSES.has(name) && /^\/(?!\/)/.test(value)) return origin + value
    return HTML.has(name) ? value.replace(IN_HTML, `$1${origin}/files/`) : value
  }
}
