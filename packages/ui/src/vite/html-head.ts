import type { HtmlTagDescriptor, Plugin } from 'vite'
import { themeBootSource } from '../theme/theme-boot.ts'

const BOOT = 'theme-boot.js'
const PRELOADED = ['onest-cyrillic.woff2', 'onest-basic.woff2']

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const PRELOADED_SCRIPT = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g

/**
 * Makes the app's first files scripts of their own, in the order they depend on each other: they are evaluated one by
 * one, with room for a frame and a touch between them. Styles and fonts come before them, so that what stands in the
 * HTML is painted meanwhile.
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

/**
 * Vite plugin for the document head: the page title, the theme script as a file of its own (before the first
 * paint), a preload of the two font files that every Russian line needs, and the marker that keeps react-aria from adding its own style element (tokens.css carries that rule), which a strict CSP would
 * refuse.
 */
export function htmlHead(title: string | undefined): Plugin {
  let base = '/'
  return {
    name: 'podmoga:html-head',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      server.middlewares.use(`${base}${BOOT}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(themeBootSource)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', name: BOOT, source: themeBootSource })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const files = Object.values(context.bundle ?? {})
        const boot =
          files.find((file) => file.type === 'asset' && file.names.includes(BOOT))?.fileName ?? BOOT
        const tags: HtmlTagDescriptor[] = [
          {
            tag: 'meta',
            attrs: { id: 'react-aria-pressable-style', name: 'react-aria-style', content: 'external' },
          },
          { tag: 'script', attrs: { src: base + boot } },
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
        const titled = title
          ? html.replace(/<title>.*?<\/title>/s, `<title>${escapeHtml(title)}</title>`)
          : html
        return { html: oneByOne(titled), tags: tags.map((tag) => ({ ...tag, injectTo: 'head' })) }
      },
    },
  }
}
