import type { HtmlTagDescriptor, Plugin } from 'vite'
import { themeBootSource } from '../theme/theme-boot.ts'

const BOOT = 'theme-boot.js'
const PRELOADED = /onest-cyrillic-wght-normal.*\.woff2$/

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * Vite plugin for the document head: the page title, the theme script as a file of its own (before the first
 * paint), a preload of the font of every first line (the Latin one comes when a digit asks for it), and the marker
 * that keeps react-aria from adding its own style element (tokens.css carries that rule), which a strict CSP would
 * refuse.
 */
export function htmlHead(title: string | undefined): Plugin {
  let base = '/'
  return {
    name: 'podmoga:html-head',
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
        for (const { fileName } of files) {
          if (!PRELOADED.test(fileName)) continue
          const attrs = {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: base + fileName,
            crossorigin: '',
          }
          tags.push({ tag: 'link', attrs })
        }
        const titled = title
          ? html.replace(/<title>.*?<\/title>/s, `<title>${escapeHtml(title)}</title>`)
          : html
        // Styles and the font come first: the bar in the HTML is painted while the scripts are on their way.
        const ordered = titled
          .replace('<script type="module" ', '<script type="module" fetchpriority="low" ')
          .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
        return { html: ordered, tags: tags.map((tag) => ({ ...tag, injectTo: 'head' })) }
      },
    },
  }
}
