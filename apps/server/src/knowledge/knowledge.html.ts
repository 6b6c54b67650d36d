import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import { isUuid } from '@podmoga/contract/fields/uuid'
import { idsIn } from '@podmoga/contract/staff-pages'
import type sanitizeHtml from 'sanitize-html'
import { isRowId } from '../http/refuse.ts'
import { late } from '../ports/lazy-libraries.ts'
import { dropTags, rewriteTags, tagsOfHtml, wordsOfHtml } from './html-text.ts'

const getSanitizer = late<typeof sanitizeHtml>('sanitize-html')

// Deeper than any article. Beyond it the parser's time grows with the square of the depth.
const DEEPEST = 100
const MOST_PASSES = 5

const CALLOUTS = ['callout', 'callout-info', 'callout-warning', 'callout-danger', 'callout-success']
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i
// Exactly one slash: `//` and `/\` lead to another site.
const OWN_ROUTE = /^\/(?![/\\])[^\s\\]*$/

type Attributes = Record<string, string>

const digits = (name: string, value: string | undefined, max: number): Attributes =>
  value !== undefined && /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= max
    ? { [name]: String(Number(value)) }
    : {}

/** Returns the material of a page URL copied from the browser. */
const copiedMaterial = (href: string): string | undefined => {
  const [, section = '', material] = idsIn('material', href) ?? []
  return isRowId(section) ? material : undefined
}

/** Returns the allowed target of a link: a file or a material by id, a page of the product, or an external address. */
const linkTarget = (given: Attributes): Attributes => {
  const file = given['data-file']
  if (file !== undefined && isUuid(file)) return { 'data-file': file }
  const href = (given.href ?? '').trim()
  const material = given['data-material'] ?? /^material:(.*)$/.exec(href)?.[1] ?? copiedMaterial(href)
  if (material !== undefined && isRowId(material)) return { 'data-material': material }
  return OUTSIDE.test(href) || OWN_ROUTE.test(href) ? { href } : {}
}

const picture = (given: Attributes): Attributes => {
  const file = given['data-file'] ?? ''
  if (!isUuid(file)) return {}
  return {
    'data-file': file,
    alt: cutCardNumbers(given.alt ?? '').slice(0, 1000),
    ...digits('width', given.width, 10_000),
    ...digits('height', given.height, 10_000),
  }
}

const cell = (tagName: string, given: Attributes) => ({
  tagName,
  attribs: {
    ...digits('colspan', given.colspan, 100),
    ...digits('rowspan', given.rowspan, 1000),
    ...(tagName === 'th' && /^(?:row|col)$/.test(given.scope ?? '') ? { scope: given.scope ?? '' } : {}),
  },
})

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags:
    'h2 h3 h4 p ul ol li strong em u s sub sup code kbd pre blockquote hr br a img figure figcaption aside table caption thead tbody tfoot tr th td'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'data-file', 'data-material'],
    img: ['data-file', 'alt', 'width', 'height'],
    aside: ['class'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedClasses: { aside: CALLOUTS },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  textFilter: cutCardNumbers,
  nonTextTags:
    'script style textarea option select noscript iframe object embed svg math template title xmp noembed noframes'.split(
      ' ',
    ),
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, given) => ({ tagName, attribs: linkTarget(given) }),
    img: (tagName, given) => ({ tagName, attribs: picture(given) }),
    ol: (tagName, given) => ({ tagName, attribs: digits('start', given.start, 99_999) }),
    td: cell,
    th: cell,
  },
  // Pictures without a file are removed; links without a target are replaced by their text.
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'img') return attribs['data-file'] === undefined
    return tag === 'a' && Object.keys(attribs).length === 0 ? 'excludeTag' : false
  },
}

// Void elements, and elements that close one another implicitly: they do not nest.
const SHALLOW = new Set('p li td th tr br hr img input meta link wbr area base col source track'.split(' '))

/** Drops tags nested deeper than {@link DEEPEST} and keeps their text. Does not sanitise. */
const flatten = (html: string): string => {
  let depth = 0
  return dropTags(html, (name, isOpening) => {
    if (SHALLOW.has(name)) return true
    if (isOpening) depth += 1
    const kept = depth <= DEEPEST
    if (!isOpening) depth = Math.max(0, depth - 1)
    return kept
  })
}

/**
 * Sanitises article HTML by the allow-list, cuts card numbers in its text, and returns the stored form: pictures, files and
 * other materials are referred to by id (`data-file`, `data-material`), never by URL. Idempotent.
 */
export const cleanHtml = (html: string): string => {
  const sanitize = getSanitizer()
  let clean = flatten(html)
  // Dropping a tag may make two others adjacent that close one another, so that the next parse differs.
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = clean
    clean = sanitize(before, OPTIONS).trim()
    if (clean === before) break
  }
  return clean
}

/** Returns the ids of files and materials in clean HTML. */
export const referencesOf = (clean: string): { file_ids: string[]; material_ids: string[] } => ({
  file_ids: [...new Set(filesIn(clean).map(({ id }) => id))],
  material_ids: [...new Set(materialLinks(clean).map(({ id }) => id))],
})

/** Returns the files of clean HTML: shown as a picture, or linked. */
export const filesIn = (clean: string): { id: string; as: 'picture' | 'file' }[] =>
  tagsOfHtml(clean, 'img', 'a').flatMap(({ name, attributes }) => {
    const id = attributes['data-file']
    return id === undefined ? [] : [{ id, as: name === 'img' ? 'picture' : 'file' }]
  })

type Rewriter = (attributes: Attributes) => Attributes | null | undefined

/** Rewrites tags that refer to a file: pictures and links. */
const rewriteFiles = (
  clean: string,
  next: (id: string, as: 'picture' | 'file', others: Attributes) => ReturnType<Rewriter>,
  others: Rewriter = () => undefined,
): string => {
  const named =
    (as: 'picture' | 'file', otherwise: Rewriter): Rewriter =>
    (attributes) => {
      const { 'data-file': id, ...rest } = attributes
      return id === undefined ? otherwise(attributes) : next(id, as, rest)
    }
  return rewriteTags(clean, { img: named('picture', () => undefined), a: named('file', others) })
}

/** Replaces the ids of files in clean HTML. `idOf` returns undefined to remove a file. */
export const withFiles = (
  clean: string,
  idOf: (id: string, as: 'picture' | 'file') => string | undefined,
): string =>
  cleanHtml(
    rewriteFiles(clean, (id, as, others) => {
      const next = idOf(id, as)
      return next === undefined ? others : { 'data-file': next, ...others }
    }),
  )

/** Counts pictures without an alt text in clean HTML. */
export const picturesWithoutAlt = (clean: string): number =>
  tagsOfHtml(clean, 'img').filter(({ attributes }) => (attributes.alt ?? '').trim() === '').length

/** Returns the links to materials: the id of the material and the text of the link. */
export const materialLinks = (clean: string): { id: string; text: string }[] =>
  tagsOfHtml(clean, 'a').flatMap(({ attributes, words }) => {
    const id = attributes['data-material']
    return id === undefined ? [] : [{ id, text: words.trim() }]
  })

/** Returns true if the HTML has neither text nor pictures. */
export const isEmptyHtml = (clean: string): boolean =>
  tagsOfHtml(clean, 'img').length === 0 && wordsOfHtml(clean) === ''

/** Resolves ids to URLs for one reader; undefined if there is nothing to show. */
export interface References {
  /** The URL of a stored file. */
  file: (id: string) => string | undefined
  /** The URL of a material. */
  material: (id: string) => string | undefined
  /** The path by which this reader opens a page of the product. */
  route: (path: string) => string
}

const OUTWARDS = { target: '_blank', rel: 'noopener noreferrer' }

/**
 * Renders clean HTML for one reader: ids become URLs, pictures load lazily, external links open in a new tab. A missing picture
 * is removed; a link to a missing material becomes its text.
 */
export const renderHtml = (clean: string, references: References): string =>
  rewriteFiles(
    clean,
    (id, as, others) => {
      const address = references.file(id)
      if (as === 'file') return address === undefined ? {} : { href: address, ...OUTWARDS }
      return address === undefined ? null : { src: address, ...others, loading: 'lazy', decoding: 'async' }
    },
    ({ href, 'data-material': material }): Attributes | undefined => {
      const address = material === undefined ? undefined : references.material(material)
      if (material !== undefined) return address === undefined ? {} : { href: address }
      if (href?.startsWith('/')) return { href: references.route(href) }
      return href !== undefined && /^https?:/i.test(href) ? { href, ...OUTWARDS } : undefined
    },
  )

/**
 * Renders clean HTML for the editor: ids stay, and URLs are added for display. A dangling reference keeps its id, so that
 * saving loses nothing.
 */
export const renderForEditor = (clean: string, references: Omit<References, 'route'>): string =>
  rewriteFiles(
    clean,
    (id, as, others) => {
      const address = references.file(id)
      if (address === undefined) return undefined
      return { 'data-file': id, [as === 'picture' ? 'src' : 'href']: address, ...others }
    },
    ({ 'data-material': id, ...others }) =>
      id === undefined
        ? undefined
        : { 'data-material': id, href: references.material(id) ?? `material:${id}`, ...others },
  )

/** Renders clean HTML for an export: ids become names of files and articles in a knowledge folder. */
export const exportHtml = (
  clean: string,
  references: {
    file: (id: string, as: 'picture' | 'file') => string | undefined
    material: (id: string) => string | undefined
  },
): string =>
  rewriteFiles(
    clean,
    (id, as, others) => {
      const file = references.file(id, as)
      if (file === undefined) return others
      const address = encodeURIComponent(file)
      return as === 'picture'
        ? { src: `image:${address}`, ...others }
        : { href: `file:${address}`, ...others }
    },
    ({ 'data-material': id, ...others }) => {
      const address = id === undefined ? undefined : references.material(id)
      if (id === undefined) return undefined
      return address === undefined ? others : { href: `article:${address}`, ...others }
    },
  )
