import { basename } from 'node:path'
import { escapeHtml } from '@podmoga/ui/lib/html-entities'
import { themeBootSource } from '@podmoga/ui/theme/theme-boot'
import { build, type HtmlTagDescriptor, minify, type Plugin } from 'vite'
import { SCRIPTS } from './oldest-browsers.ts'

const BOOT = 'theme-boot.js'
const PRELOADED = ['onest-cyrillic.woff2', 'onest-basic.woff2']

const PRELOADED_SCRIPT = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g

/**
 * Turns the preloads of the app's initial files into separate scripts, in dependency order: they are evaluated one by one, so
 * that frames and input can be handled in between. They have a lower priority than styles and fonts, so that the content of
 * the HTML is painted first.
 */
const oneByOne = (html: string): string => {
  const first = Array.from(
    html.matchAll(PRELOADED_SCRIPT),
    ([, href]) => `<script type="module" fetchpriority="low" crossorigin src="${href}"></script>\n    `,
  )
  return html
    .replace(PRELOADED_SCRIPT, '')
    .replace('<script type="module" ', `${first.join('')}<script type="module" fetchpriority="low" `)
}

/** The first tags in the head of every app. */
const COMMON: readonly HtmlTagDescriptor[] = [
  { tag: 'meta', attrs: { charset: 'utf-8' } },
  {
    tag: 'meta',
    attrs: {
      name: 'viewport',
      content: 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
    },
  },
  { tag: 'meta', attrs: { name: 'theme-color', content: '#ffffff' } },
  { tag: 'meta', attrs: { name: 'format-detection', content: 'telephone=no' } },
]

/** Bundles a TypeScript file with its imports into a classic script. */
const classic = async (file: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      target: SCRIPTS,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error(`${file} is not built once`)
  return built.output[0].code
}

/** Minifies a script, which every page loads first. */
const small = async (name: string, source: string): Promise<string> => {
  const { code, errors } = await minify(name, source)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return code
}

/**
 * Vite plugin for the document head: the common tags, the page title, the theme script and the app's own `script` as separate
 * files (run before the first paint), a preload of the two font files that every Russian text needs, and the marker that
 * keeps react-aria from adding its own style element, which a strict CSP would block (tokens.css contains that rule).
 */
export function htmlHead(title: string | undefined, script: string | undefined): Plugin {
  const scripts = new Map<string, () => string | Promise<string>>([[BOOT, () => themeBootSource]])
  if (script !== undefined) scripts.set(basename(script).replace(/\.ts$/, '.js'), () => classic(script))
  let base = '/'
  return {
    name: 'podmoga:html-head',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      for (const [name, source] of scripts)
        server.middlewares.use(`${base}${name}`, async (_request, response) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8')
          response.end(await source())
        })
    },
    async generateBundle() {
      for (const [name, source] of scripts)
        this.emitFile({ type: 'asset', name, source: await small(name, await source()) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const files = Object.values(context.bundle ?? {})
        const fileOf = (name: string) =>
          files.find((file) => file.type === 'asset' && file.names.includes(name))?.fileName ?? name
        const tags: HtmlTagDescriptor[] = [
          {
            tag: 'meta',
            attrs: { id: 'react-aria-pressable-style', name: 'react-aria-style', content: 'external' },
          },
          ...Array.from(scripts.keys(), (name) => ({ tag: 'script', attrs: { src: base + fileOf(name) } })),
        ]
        for (const file of files) {
          if (file.type !== 'asset' || !PRELOADED.some((name) => file.names.includes(name))) continue
          const attrs = {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: base + file.fileName,
            crossorigin: '',
          }
          tags.push({ tag: 'link', attrs })
        }
        const icon = {
          tag: 'link',
          attrs: { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' },
        }
        const titled = title
          ? html.replace(/<title>.*?<\/title>/s, `<title>${escapeHtml(title)}</title>`)
          : html
        return {
          html: oneByOne(titled),
          tags: [
            ...[...COMMON, icon].map((tag) => ({ ...tag, injectTo: 'head-prepend' as const })),
            ...tags.map((tag) => ({ ...tag, injectTo: 'head' as const })),
          ],
        }
      },
    },
  }
}
