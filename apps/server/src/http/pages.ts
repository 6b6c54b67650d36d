import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { HOME_ELEMENT } from '@podmoga/contract/home'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'
import { type DrawnHome, type HomeListsOf, jsonInHtml, makeStaffHome } from './staff-home.ts'

const APPS_DIR = join(import.meta.dirname, '../../..')

/** First path segments that are never restaurant ids. */
const RESERVED = new Set(['api', 'intranet', 'desk', 'files', 'assets', 'health', '.well-known'])

const NONCE = '__nonce__'

/** What the pages must know before their first request. */
const pageConfig = (config: Config): string =>
  jsonInHtml({
    base_url: '/api/',
    auth_site_url: config.AUTH_SITE_URL,
    brand: config.BRAND,
    support_phone: config.SUPPORT_PHONE,
    support_email: config.SUPPORT_EMAIL,
    panel_url: config.PANEL_URL,
    marketplace_url: config.MARKETPLACE_URL,
    cookie_domain: config.COOKIE_DOMAIN ?? '',
    secure: config.public_url.startsWith('https:'),
  })

// React Aria adds two style elements of its own; the nonce lets exactly those in.
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-html dompurify',
  ].join('; ')

interface Page {
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    more?: { status?: number; home?: DrawnHome | null },
  ) => Promise<FastifyReply>
}

const compress = promisify(brotliCompress)
// Quick rather than small: a page is packed anew each time, for its nonce.
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const takesBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b(?!\s*;\s*q=0)/.test(request.headers['accept-encoding'] ?? '')

const HOME = /<!--home-->[\s\S]*<!--\/home-->/

// The scripts of a page that can be read already wait until it is drawn; the theme script starts them.
const fillHome = (html: string, { html: drawn, json }: DrawnHome): string =>
  html
    .replaceAll('<script type="module"', '<script type="later"')
    .replace(HOME, () => drawn)
    .replace('</head>', () => `<script type="application/json" id="${HOME_ELEMENT}">${json}</script></head>`)

const pageOf = (html: string, config: string): Page => {
  const filled = html
    .replace(
      /(<script[^>]*id="config"[^>]*>)[^<]*(<\/script>)/,
      (_, open: string, close: string) => open + config + close,
    )
    .replace('</title>', `</title>\n    <meta property="csp-nonce" nonce="${NONCE}">`)
  return {
    send: async (request, reply, { status = 200, home = null } = {}) => {
      const nonce = randomBytes(16).toString('base64url')
      const noncedPage = filled.replaceAll(NONCE, nonce)
      const page = home === null ? noncedPage : fillHome(noncedPage, home)
      reply
        .code(status)
        .headers({
          'content-security-policy': pagePolicy(nonce),
          'cache-control': home === null ? 'no-cache' : 'private, no-cache',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
          vary: 'Accept-Encoding, Cookie',
        })
        .type('text/html; charset=utf-8')
      if (!takesBrotli(request)) return reply.send(page)
      return reply.header('content-encoding', 'br').send(await compress(page, PACKING))
    },
  }
}

/** Serves one built app below its prefix: hashed assets for a year, the few root files with revalidation. */
const serveBuild = async (
  app: FastifyInstance,
  name: string,
  prefix: string,
  config: string,
): Promise<Page | null> => {
  const dist = join(APPS_DIR, name, 'dist')
  let files: string[]
  let html: string
  try {
    files = await readdir(dist)
    html = await readFile(join(dist, 'index.html'), 'utf8')
  } catch {
    app.log.warn({ app: name }, 'the app is not built: its pages answer 404')
    return null
  }
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: `${prefix}assets/`,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    wildcard: false,
  })
  const root = files.filter((file) => /^[\w-]+\.(js|svg|png|ico|webmanifest|txt)$/.test(file))
  for (const file of root) {
    const bytes = await readFile(join(dist, file))
    app.get(prefix + file, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(typeOf(file)).send(bytes),
    )
  }
  return pageOf(html, config)
}

const typeOf = (file: string): string =>
  ({
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    ico: 'image/x-icon',
    webmanifest: 'application/manifest+json',
    txt: 'text/plain; charset=utf-8',
  })[file.split('.').pop() ?? ''] ?? 'application/octet-stream'

const RESTAURANT = '[A-Za-z0-9][A-Za-z0-9-]{0,63}'
// The staff app's own routes: anything else is its "404 Not Found" page, with that status.
const STAFF_PAGE = new RegExp(
  `^/(?:${RESTAURANT}(?:/(?:tickets(?:/[\\w-]+)?|section/[\\w-]+(?:/material/[\\w-]+)?|profile(?:/[a-z]+){0,2})?)?/?)?$`,
)

/**
 * The three apps. A path that is no page is a 404: as JSON below /api/ and /files/, as a page elsewhere. `listsOf` says
 * what a help home's page may carry.
 */
export const servePages = async (
  app: FastifyInstance,
  config: Config,
  listsOf: HomeListsOf,
): Promise<void> => {
  const settings = pageConfig(config)
  const staff = await serveBuild(app, 'staff', '/', settings)
  const desk = await serveBuild(app, 'desk', '/desk/', settings)
  const intranet = await serveBuild(app, 'intranet', '/intranet/', settings)
  const homeOf =
    staff === null
      ? null
      : makeStaffHome(app.log, {
          dist: join(APPS_DIR, 'staff/dist'),
          support_email: config.SUPPORT_EMAIL,
          listsOf,
        })

  for (const [prefix, page] of [
    ['/desk', desk],
    ['/intranet', intranet],
  ] as const) {
    app.get(prefix, async (request, reply) =>
      reply.redirect(`${prefix}/${request.url.slice(prefix.length)}`, 301),
    )
    app.get(`${prefix}/*`, async (request, reply) => {
      const asset = request.url.startsWith(`${prefix}/assets/`)
      return page === null || asset ? sendRefusal(reply, refuse('not_found')) : page.send(request, reply)
    })
  }
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const first = path.split('/')[1] ?? ''
    if (RESERVED.has(first) || staff === null || homeOf === null)
      return sendRefusal(reply, refuse('not_found'))
    const status = STAFF_PAGE.test(path) ? 200 : 404
    return staff.send(request, reply, { status, home: await homeOf(request, path) })
  })
}
