import { posix } from 'node:path'
import sanitizeHtml from 'sanitize-html'

/** The files and articles of a folder, to resolve addresses. */
export interface FolderIndex {
  /** Paths of all files below the folder, relative to the root, with `/`. */
  files: ReadonlySet<string>
  /** Names of articles by page: the path without numbers, extension and `index`. */
  pages: ReadonlyMap<string, string>
}

const PAGE = /\.(?:md|mdx|html)$/i
const INDEX = /(?:^|\/)(?:index|readme)$/i
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
const OURS = /^(?:article|image|file):/i
/** Folders that documentation tools serve from the root. */
const SERVED = ['', 'public', 'static', 'assets', 'docs']

/** Strips the ordering number: `07-close-shift` and `close-shift` are the same article. */
export const slugOfName = (name: string): string => name.replace(/^\d+[-_. ]+(?=.)/, '')

/** Returns the page of a path: without numbers, extension and `index`, in lower case. */
export const pageOf = (path: string): string =>
  path.replace(PAGE, '').replace(INDEX, '').split('/').map(slugOfName).join('/').toLowerCase()

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Returns the paths from the root that an address in the article at `from` may refer to, most likely first. */
const candidates = (address: string, from: string): string[] => {
  const path = decoded(address.replace(/[?#].*$/s, ''))
  const rooted = /^@site\/|^\//.test(path)
  const bare = path.replace(/^(?:@site)?\//, '')
  const bases = rooted
    ? SERVED.flatMap((base) => [base, posix.join(from.split('/')[0] ?? '', base)])
    : // MkDocs serves `a/b.md` as `a/b/`, and raw HTML in it is relative to that.
      [posix.dirname(from), from.replace(PAGE, '')]
  return bases.map((base) => posix.normalize(posix.join(base, bare)).replace(/\/$/, ''))
}

const inPlace = (path: string, folder: string): string | undefined => {
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
  return name === undefined || name.includes('/') ? undefined : name
}

const referTo = (scheme: 'image' | 'file', path: string): string => {
  const name = inPlace(path, scheme === 'image' ? 'images' : 'files') ?? `./${path}`
  return `${scheme}:${encodeURIComponent(name)}`
}

/**
 * Resolves the addresses in an article's HTML: relative pictures, files and links to other articles become `image:`, `file:`
 * and `article:`. `left_out` lists in Russian the addresses that could not be resolved.
 * @param from the article's path from the root of the folder.
 */
export const resolveAddresses = (
  html: string,
  from: string,
  folder_index: FolderIndex,
): { html: string; left_out: string[] } => {
  const left_out: string[] = []
  const linkOf = (href: string): string | undefined => {
    if (href === '' || href.startsWith('#')) return undefined
    if (OUTSIDE.test(href) || OURS.test(href)) return href
    const paths = candidates(href, from)
    const page = paths.map((path) => folder_index.pages.get(pageOf(path))).find((slug) => slug !== undefined)
    if (page !== undefined) return `article:${encodeURIComponent(page)}`
    const file = paths.find((path) => folder_index.files.has(path))
    if (file !== undefined && !PAGE.test(file)) return referTo('file', file)
    const name = /([^/]+)\.(?:md|html)$/i.exec(decoded(href.replace(/[?#].*$/s, '')))?.[1]
    if (name !== undefined) return `article:${encodeURIComponent(slugOfName(name))}`
    left_out.push(`ссылка ${href}`)
    return undefined
  }
  const pictureOf = (src: string): string | undefined => {
    if (OURS.test(src)) return src
    const file = OUTSIDE.test(src)
      ? undefined
      : candidates(src, from).find((path) => folder_index.files.has(path))
    if (file !== undefined) return referTo('image', file)
    const named = /^(?:\.{1,2}\/)*images\/([^/]+)$/.exec(src)?.[1]
    if (named !== undefined) return `image:${named}`
    left_out.push(OUTSIDE.test(src) ? `картинка с другого сайта ${src.slice(0, 100)}` : `картинка ${src}`)
    return undefined
  }
  const withAddress = (
    tagName: string,
    given: sanitizeHtml.Attributes,
    to: (address: string) => string | undefined,
  ) => {
    const attribs: sanitizeHtml.Attributes = {}
    for (const [name, value] of Object.entries(given)) {
      const address = name === (tagName === 'a' ? 'href' : 'src') ? to(value.trim()) : value
      if (address !== undefined) attribs[name] = address
    }
    return { tagName, attribs }
  }
  const walked = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    // Not sanitised here: `cleanHtml` does that later, once addresses are ids.
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      a: (tagName, attribs) => withAddress(tagName, attribs, linkOf),
      img: (tagName, attribs) => withAddress(tagName, attribs, pictureOf),
    },
  })
  return { html: walked, left_out }
}
