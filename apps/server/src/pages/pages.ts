import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { VIDEO_ORIGINS } from '@podmoga/contract/fields/video'
import { RESERVED_PATHS } from '@podmoga/contract/reserved-paths'
import type { Settings } from '@podmoga/contract/settings'
import { SHARE_PATH, SHARED_PAGE } from '@podmoga/contract/staff-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { sendRefusal } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { makePrerenderSignIn, SIGN_IN, signInFor } from './sign-in-page.ts'
import { PRERENDERED_PAGE, STAFF_PAGE } from './staff-pages.ts'

const APPS_DIR = join(import.meta.dirname, '../../..')

const NONCE = '__nonce__'

/** Settings that a page needs before its first request. */
const pageConfig = (config: Config, settings: Settings): string =>
  JSON.stringify({
    base_url: config.API_BASE_URL,
    auth_site_url: config.AUTH_SITE_URL,
    ...settings,
    cookie_domain: config.COOKIE_DOMAIN ?? '',
    secure: config.public_url.startsWith('https:'),
  }).replaceAll('<', '\\u003c')

/** The API's origin for the page's policy; empty if it is the page's own. */
const apiOrigin = ({ API_BASE_URL }: Config): string =>
  API_BASE_URL.startsWith('/') ? '' : ` ${new URL(API_BASE_URL).origin}`

// React Aria adds two style elements; the nonce allows exactly those.
const pagePolicy = (nonce: string, api: string, frames: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob:${api}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    ...(frames === '' ? [] : [`frame-src ${frames}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-html app-worker dompurify page-screen',
  ].join('; ')

interface PageOptions {
  status?: number
  /** The first screen is rendered by an early script, or included as `html`, before the app's scripts run. */
  isPrerendered?: boolean
  /** The HTML of the first screen; null: the app renders it. */
  html?: string | null
}

interface Page {
  send: (reply: FastifyReply, options?: PageOptions) => FastifyReply
}

const EMPTY_ROOT = '<div id="root"></div>'

/** Defers the module scripts until the first screen has been painted; src/prerender-screen.ts starts them. */
const scriptsLater = (html: string): string =>
  html.replaceAll('<script type="module"', '<script type="later"')

/** The origins that each app may frame: the video players in articles. */
const FRAMES = { staff: VIDEO_ORIGINS.join(' '), desk: VIDEO_ORIGINS.join(' '), intranet: '' } as const

const pageOf = (html: string, frames: string, config: Config, getSettings: () => Settings): Page => {
  const api = apiOrigin(config)
  const blank = html.replace('</title>', `</title>\n    <meta property="csp-nonce" nonce="${NONCE}">`)
  const fill = (settings: string) => {
    const filled = blank.replace(
      /(<script[^>]*id="config"[^>]*>)[^<]*(<\/script>)/,
      (_, open: string, close: string) => open + settings + close,
    )
    return { settings, filled, prerenderedFirst: scriptsLater(filled) }
  }
  let last = fill(pageConfig(config, getSettings()))
  return {
    send: (reply, { status = 200, isPrerendered = false, html = null } = {}) => {
      const settings = pageConfig(config, getSettings())
      if (settings !== last.settings) last = fill(settings)
      const nonce = randomBytes(16).toString('base64url')
      const page = (isPrerendered ? last.prerenderedFirst : last.filled).replaceAll(NONCE, nonce)
      return reply
        .code(status)
        .headers({
          'content-security-policy': pagePolicy(nonce, api, frames),
          'cache-control': 'no-cache',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
        })
        .type('text/html; charset=utf-8')
        .send(html === null ? page : page.replace(EMPTY_ROOT, () => `<div id="root">${html}</div>`))
    },
  }
}

const NO_DOCUMENT = /^(?:application|text)\/(?:javascript|css)|^font\//

/** Serves a built app under its prefix: hashed assets are cached for a year, the few root files are revalidated. */
const serveBuild = async (
  app: FastifyInstance,
  name: keyof typeof FRAMES,
  prefix: string,
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
): Promise<Page | null> => {
  const dist = join(APPS_DIR, name, 'dist')
  let files: string[]
  let built: ReadonlySet<string>
  let html: string
  try {
    files = await readdir(dist)
    built = new Set(await readdir(join(dist, 'assets')))
    html = await readFile(join(dist, 'index.html'), 'utf8')
  } catch {
    app.log.warn({ app: name }, 'the app is not built: its pages answer 404')
    return null
  }
  await app.register(async (assets) => {
    assets.addHook('onSend', async (_request, reply) => {
      // A first screen loads twenty of these, so what matters only for documents is removed.
      if (!NO_DOCUMENT.test(String(reply.getHeader('content-type')))) return
      reply.removeHeader('x-frame-options')
      reply.header('content-security-policy', "frame-ancestors 'none'")
    })
    await assets.register(fastifyStatic, {
      root: join(dist, 'assets'),
      // The route of the plugin itself reads the whole folder for every file, and fails for unknown names.
      serve: false,
      preCompressed: true,
      // A file's name changes with its content, so revalidation is not needed.
      immutable: true,
      maxAge: '365d',
      etag: false,
      lastModified: false,
      acceptRanges: false,
      index: false,
    })
    assets.get<{ Params: { '*': string } }>(`${prefix}assets/*`, (request, reply) => {
      const name = request.params['*']
      return built.has(name) ? reply.sendFile(name) : reply.callNotFound()
    })
  })
  const root = files.filter((file) => /^[\w-]+\.(js|svg|png|ico|webmanifest|txt)$/.test(file))
  for (const file of root) {
    const bytes = await readFile(join(dist, file))
    app.get(prefix + file, async (_request, reply) => {
      if (file === WORKER) reply.header('content-security-policy', workerPolicy(config))
      return reply.header('cache-control', 'no-cache').type(typeOf(file)).send(bytes)
    })
  }
  return pageOf(html, FRAMES[name], config, settings.pageOfAll)
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

/** The worker fetches files of this origin and sends the queued messages of a closed app to the API; nothing else. */
const WORKER = 'service-worker.js'
const workerPolicy = (config: Config): string =>
  `default-src 'none'; connect-src 'self'${apiOrigin(config)}; script-src 'self'`

/** The queue; tickets are opened from it within the running app. */
const PRERENDERED_AT_DESK = '/desk/'

// Paths of the desk and the intranet consist of words and ids; a path that looks like a file is not a page.
const APP_PAGE = /^(?:\/[\w-]+)*\/?$/

interface Known {
  /** The installation has no owner yet. */
  isSetupOpen: () => Promise<boolean>
  /** Whether a request carries any trace of a session. */
  hasSession: (request: FastifyRequest) => boolean
}

/** Serves the three apps. Unknown paths get a 404: as JSON below /api/ and /files/, otherwise as a page. */
export const servePages = async (
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'log' | 'warmUp' | 'settings'>,
  { isSetupOpen, hasSession }: Known,
): Promise<void> => {
  const prerenderSignIn = makePrerenderSignIn(deps)
  const staff = await serveBuild(app, 'staff', '/', deps)
  const desk = await serveBuild(app, 'desk', '/desk/', deps)
  const intranet = await serveBuild(app, 'intranet', '/intranet/', deps)

  for (const [prefix, page] of [
    ['/desk', desk],
    ['/intranet', intranet],
  ] as const) {
    app.get(prefix, async (request, reply) =>
      reply.redirect(`${prefix}/${request.url.slice(prefix.length)}`, 301),
    )
    app.get(`${prefix}/*`, { config: { compressed: true } }, async (request, reply) => {
      const asset = request.url.startsWith(`${prefix}/assets/`)
      if (page === null || asset) return sendRefusal(reply, refuse('not_found'))
      const path = request.url.split('?')[0] ?? ''
      const html = path === SIGN_IN && !hasSession(request) ? await prerenderSignIn() : null
      // The page differs by session: Back must not show the form to a person who has just signed in with it.
      if (path === SIGN_IN)
        reply.header('vary', [reply.getHeader('vary'), 'Cookie'].filter(Boolean).join(', '))
      return page.send(reply, {
        status: APP_PAGE.test(path) ? 200 : 404,
        isPrerendered: path === PRERENDERED_AT_DESK || html !== null,
        html,
      })
    })
  }
  // A page of the intranet; once the installation has an owner, the link leads to the sign-in.
  for (const path of ['/setup', '/setup/'])
    app.get(path, async (_request, reply) => {
      if (intranet === null) return sendRefusal(reply, refuse('not_found'))
      return intranet.send(reply, { status: (await isSetupOpen()) ? 200 : 404 })
    })
  // Shared files are normally taken by the service worker. If the browser has lost it, the form says that nothing arrived.
  app.post(SHARE_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(SHARED_PAGE, 303),
  )
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const first = path.split('/')[1] ?? ''
    if (RESERVED_PATHS.has(first) || staff === null) return sendRefusal(reply, refuse('not_found'))
    const isPage = STAFF_PAGE.test(path)
    const signIn = isPage ? signInFor(request, deps.config) : null
    if (signIn !== null) return reply.header('cache-control', 'no-store').redirect(signIn, 302)
    return staff.send(reply, { status: isPage ? 200 : 404, isPrerendered: PRERENDERED_PAGE.test(path) })
  })
}
