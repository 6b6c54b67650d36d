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
import { PRERENDERED_PAGE, STAFF_PAGE } from '../http/staff-pages.ts'
import { makePrerenderSignIn, SIGN_IN, signInFor } from './sign-in-page.ts'

const APPS_DIR = join(import.meta.dirname, '../../..')

const NONCE = '__nonce__'

/** What the pages must know before their first request. */
const pageConfig = (config: Config, said: Settings): string =>
  JSON.stringify({
    base_url: config.API_BASE_URL,
    auth_site_url: config.AUTH_SITE_URL,
    ...said,
    cookie_domain: config.COOKIE_DOMAIN ?? '',
    secure: config.public_url.startsWith('https:'),
  }).replaceAll('<', '\\u003c')

/** The origin of the calls, for the page's policy; nothing when it is the page's own. */
const apiOrigin = ({ API_BASE_URL }: Config): string =>
  API_BASE_URL.startsWith('/') ? '' : ` ${new URL(API_BASE_URL).origin}`

// React Aria adds two style elements of its own; the nonce lets exactly those in.
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
  /** It draws itself, or comes `drawn`, before its scripts are run. */
  isPrerendered?: boolean
  /** The HTML of its first screen; null: the app draws that. */
  drawn?: string | null
}

interface Page {
  send: (reply: FastifyReply, options?: PageOptions) => FastifyReply
}

const EMPTY_ROOT = '<div id="root"></div>'

/** The page whose scripts wait until it has been drawn; src/prerender-screen.ts starts them. */
const scriptsLater = (html: string): string =>
  html.replaceAll('<script type="module"', '<script type="later"')

/** What each app's pages may frame: those that show articles, the players of the videos in them. */
const FRAMES = { staff: VIDEO_ORIGINS.join(' '), desk: VIDEO_ORIGINS.join(' '), intranet: '' } as const

const pageOf = (html: string, frames: string, config: Config, said: () => Settings): Page => {
  const api = apiOrigin(config)
  const blank = html.replace('</title>', `</title>\n    <meta property="csp-nonce" nonce="${NONCE}">`)
  const fill = (settings: string) => {
    const filled = blank.replace(
      /(<script[^>]*id="config"[^>]*>)[^<]*(<\/script>)/,
      (_, open: string, close: string) => open + settings + close,
    )
    return { settings, filled, prerenderedFirst: scriptsLater(filled) }
  }
  let last = fill(pageConfig(config, said()))
  return {
    send: (reply, { status = 200, isPrerendered = false, drawn = null } = {}) => {
      const settings = pageConfig(config, said())
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
        .send(drawn === null ? page : page.replace(EMPTY_ROOT, () => `<div id="root">${drawn}</div>`))
    },
  }
}

const NO_DOCUMENT = /^(?:application|text)\/(?:javascript|css)|^font\//
const ABOUT_DOCUMENTS = ['x-frame-options', 'x-request-id']

/** Serves one built app below its prefix: hashed assets for a year, the few root files with revalidation. */
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
      // A first screen fetches twenty of these: what says nothing about a file that is no document stays off the line.
      if (!NO_DOCUMENT.test(String(reply.getHeader('content-type')))) return
      for (const header of ABOUT_DOCUMENTS) reply.removeHeader(header)
      reply.header('content-security-policy', "frame-ancestors 'none'")
    })
    await assets.register(fastifyStatic, {
      root: join(dist, 'assets'),
      // Its own route reads the whole folder for every file, and fails on names that no file has.
      serve: false,
      preCompressed: true,
      // The name changes with the content, so nobody asks whether it has changed.
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

/** It fetches the files of this origin, and sends to the API what waits in a closed app; nothing else. */
const WORKER = 'service-worker.js'
const workerPolicy = (config: Config): string =>
  `default-src 'none'; connect-src 'self'${apiOrigin(config)}; script-src 'self'`

/** The queue; a ticket's own address is opened from it, in an app that is there already. */
const PRERENDERED_AT_DESK = '/desk/'

// Paths of the desk and the intranet are words and ids: what looks like a file is none of their pages.
const APP_PAGE = /^(?:\/[\w-]+)*\/?$/

interface Known {
  /** Nobody owns the installation yet. */
  isSetupOpen: () => Promise<boolean>
  /** Whether a request brings anything of a session. */
  hasSession: (request: FastifyRequest) => boolean
}

/** The three apps. A path that is no page is a 404: as JSON below /api/ and /files/, as a page elsewhere. */
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
      const drawn = path === SIGN_IN && !hasSession(request) ? await prerenderSignIn() : null
      // Another page for another person: Back does not show a form to whoever has signed in by it.
      if (path === SIGN_IN)
        reply.header('vary', [reply.getHeader('vary'), 'Cookie'].filter(Boolean).join(', '))
      return page.send(reply, {
        status: APP_PAGE.test(path) ? 200 : 404,
        isPrerendered: path === PRERENDERED_AT_DESK || drawn !== null,
        drawn,
      })
    })
  }
  // A page of the intranet; once somebody owns the installation, it leads whoever opens the link again to the sign-in.
  for (const path of ['/setup', '/setup/'])
    app.get(path, async (_request, reply) => {
      if (intranet === null) return sendRefusal(reply, refuse('not_found'))
      return intranet.send(reply, { status: (await isSetupOpen()) ? 200 : 404 })
    })
  // What the system shares is taken by the worker. Where the browser has lost it, the form says that nothing has come.
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
